/** `kbts run`: the manager on this machine, against a cluster. */
import { UserError } from '../../../errors.js';
import { Deployment } from '../../../k8s/apps/v1/index.js';
import { CustomResourceDefinition } from '../../../k8s/apiextensions/v1/index.js';
import type { Project } from '../../../project/project.js';
import { is } from '../../../runtime/client/requests/api-error.js';
import { hasWebhook, qualifiedGroup } from '../../../project/resource.js';
import { runNodeProgram } from '../../../tools/node.js';
import { loadProject } from '../../load-project.js';
import { type Cluster, openCluster } from '../cluster.js';
import type { ClusterFlags, CommandSurroundings } from '../command-progress.js';
import { parkConversions } from '../conversion/park-conversions.js';
import type { DevEvent } from '../dev/dev-event.js';
import { explainFailure } from '../explain-failure.js';
import { install } from '../definitions/install.js';
import { kubeconfigEnvironment } from './kubeconfig-environment.js';
import { type LocalWebhooks, serveFromHere } from './local-webhooks.js';
import { openRunView } from './run-view.js';
import { managerArguments, managerEnvironment } from './manager-process.js';
import { bundleOperator } from '../dev/operator-bundle.js';
import { repairRedirected } from '../redirection/left-redirections.js';
import { openRole } from '../operator-role/open-role.js';
import { renderConfig } from '../deploy/rendered-config.js';

/** Flags of `run`. */
export interface RunOptions extends ClusterFlags {
  /** The namespace that a namespaced manager watches. */
  readonly namespace?: string;
  /** Apply the CRDs first. */
  readonly install?: boolean;
  /** Let the cluster call the webhooks on this machine; false by default, as it changes the cluster for everybody. */
  readonly webhooks?: boolean;
  /** The address under which the cluster reaches this machine. */
  readonly webhookHost?: string;
  readonly webhookPort?: number;
  /** Run the operator with the rights of the user, not with those of config/rbac. */
  readonly ownRights?: boolean;
  /** Flags of the manager. */
  readonly args: readonly string[];
  /** Gets what happens, read from the manager's log; `onLine` gets the log itself. */
  readonly onEvent?: (event: DevEvent) => void;
  readonly verbose?: boolean;
  /** Gets what the manager prints; by default it writes to our own streams. */
  readonly onLine?: (line: string) => void;
}

/** How the manager ended. */
export interface RunResult {
  readonly exitCode: number;
}

/** Runs the manager until it ends or the signal asks it to; what was changed in the cluster is put back. */
export async function run(surroundings: CommandSurroundings, options: RunOptions): Promise<RunResult> {
  const { root, env, signal, progress } = surroundings;
  const { project } = await loadProject(root);
  await using cluster = await openCluster({ ...options, env, signal });
  await using _conversions =
    options.webhooks === true ? parkConversions(cluster.client, crdNames(project), progress) : undefined;
  if (options.install === true)
    await install(surroundings, { ...options, timeoutMs: 60_000, warnOfConversions: options.webhooks !== true });
  else await checkCrds(cluster, project, signal);
  await repairRedirected(cluster.client, project.projectName, surroundings).catch((error: unknown) => {
    throw explainFailure(error, { action: 'cannot repair webhooks of an ended run', signal });
  });
  await warnOfOther(cluster, project, surroundings);
  const surroundingsOfManager = managerEnvironment(project, { ...options, cluster, env });
  await using role =
    options.ownRights === true
      ? undefined
      : await openRole(cluster, {
          root,
          projectName: project.projectName,
          home: surroundingsOfManager['POD_NAMESPACE'] ?? cluster.namespace,
          watched: surroundingsOfManager['WATCH_NAMESPACE'] ?? cluster.namespace,
          flags: options,
          env,
          signal,
          progress,
        });
  const file = await progress.step('build the operator', () => bundleOperator(root, { signal }));
  await using webhooks =
    options.webhooks === true ? await openWebhooks(cluster, project.projectName, surroundings, options) : undefined;
  for (const warning of webhooks ? [] : offWarnings(project)) progress.warn(warning);
  const kubeconfig = kubeconfigEnvironment(options, env, root);
  using view =
    options.onEvent && (await openRunView(cluster, project, surroundings, { ...options, onEvent: options.onEvent }));
  const args = [...managerArguments(options.args), ...(view?.args ?? []), ...webhookArguments(webhooks)];
  // Awaited here, or the webhooks would be put back while the manager runs.
  return await runNodeProgram(file, args, {
    cwd: root,
    env: {
      ...kubeconfig,
      ...(role && { KUBECONFIG: role.kubeconfig }),
      ...surroundingsOfManager,
      ...(webhooks ? listeningOn(webhooks, options) : { ENABLE_WEBHOOKS: 'false' }),
    },
    nodeFlags: ['--enable-source-maps'],
    signal,
    onLine: options.onLine ?? view?.onLine,
  });
}

/** What the cluster has to do without. */
export function offWarnings({ resources }: Pick<Project, 'resources'>): string[] {
  if (!resources.some(hasWebhook)) return [];
  const converted = resources.filter(({ webhooks }) => webhooks?.conversion === true).map(({ kind }) => kind);
  const consequence =
    converted.length === 0 ? '' : `, and the API server cannot convert ${converted.join(', ')} between versions`;
  return [`webhooks are off${consequence}; --webhooks lets the cluster call them on this machine`];
}

function webhookArguments(webhooks: LocalWebhooks | undefined): string[] {
  if (!webhooks) return [];
  return [`--webhook-port=${webhooks.endpoint.port}`, `--webhook-cert-path=${webhooks.endpoint.certDir}`];
}

/** The address that the cluster calls, and no other; a name that the user gives may lead here by other ways. */
function listeningOn(
  { endpoint }: Pick<LocalWebhooks, 'endpoint'>,
  { webhookHost }: Pick<RunOptions, 'webhookHost'>,
): Record<string, string> {
  return webhookHost === undefined ? { WEBHOOK_HOST: endpoint.host.replaceAll(/^\[|\]$/g, '') } : {};
}

async function openWebhooks(
  cluster: Cluster,
  project: string,
  surroundings: CommandSurroundings,
  { webhookHost, webhookPort }: RunOptions,
): Promise<LocalWebhooks> {
  const { progress, signal } = surroundings;
  const { objects } = await progress.step('render config/default', () => renderConfig(surroundings, {}));
  return progress.step('point the webhooks of the cluster to this machine', () =>
    serveFromHere(cluster, objects, { project, host: webhookHost, port: webhookPort, signal, warn: progress.warn }),
  );
}

/** A manager whose kinds are not served would only fail a moment later, and say less. */
async function checkCrds({ client, server }: Cluster, project: Project, signal: AbortSignal): Promise<void> {
  const missing: string[] = [];
  try {
    for (const name of crdNames(project))
      if (!(await client.find(CustomResourceDefinition, { name }, { signal }))) missing.push(name);
  } catch (error) {
    // Who may not see CRDs can still run a manager: it will say itself when a kind is missing.
    if (is.forbidden(error)) return;
    throw explainFailure(error, { action: 'cannot see the CRDs', signal });
  }
  if (missing.length === 0) return;
  throw new UserError('crd-missing', `${server} does not have the CRDs of this project: ${missing.join(', ')}`, {
    fix: 'run "kbts install", or "kbts run --install"',
  });
}

function crdNames({ resources }: Project): string[] {
  const names = resources.flatMap((one) => (one.api ? [`${one.plural}.${qualifiedGroup(one)}`] : []));
  return [...new Set(names)];
}

/** Two managers without leader election undo each other's work. */
async function warnOfOther({ client }: Cluster, project: Project, { progress }: CommandSurroundings): Promise<void> {
  const labels = { 'control-plane': 'controller-manager', 'app.kubernetes.io/name': project.projectName };
  // Only a courtesy: without the right to list there is no warning.
  const { items } = await client.list(Deployment, { labels }).catch(() => ({ items: [] }));
  for (const { metadata, status } of items.filter((one) => (one.status?.availableReplicas ?? 0) > 0)) {
    progress.warn(
      `this operator also runs in the cluster (${status?.availableReplicas} of Deployment ${metadata.namespace}/${metadata.name}): both work on the same objects. Stop that one with: kubectl scale -n ${metadata.namespace} deployment/${metadata.name} --replicas=0`,
    );
  }
}
