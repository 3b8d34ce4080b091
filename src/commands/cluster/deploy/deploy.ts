/** `kbts deploy`: everything of config/default into a cluster, until the manager runs. */
import { is } from '../../../runtime/client/requests/api-error.js';
import { parseApiVersion } from '../../../kubernetes/version/api-version.js';
import { dynamicKind } from '../../../runtime/object/kind.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { loadProject } from '../../load-project.js';
import { type AppliedObject, applyObjects } from '../apply/apply-objects.js';
import { type Cluster, openCluster } from '../cluster.js';
import type { ClusterFlags, CommandSurroundings } from '../command-progress.js';
import type { DeletedObject } from '../apply/delete-objects.js';
import { openInventory } from '../inventory/deployed.js';
import { checkOtherDeployments } from '../inventory/other-deployments.js';
import { webhooksThatBlockPods } from './own-webhooks.js';
import { explainFailure } from '../explain-failure.js';
import { identityOf, nameOf } from '../apply/object-name.js';
import { redirected } from '../redirection/left-redirections.js';
import { callsOf } from '../run/local-webhooks.js';
import { placeholderWarnings } from '../image/docker.js';
import { imagesOf, renderConfig } from './rendered-config.js';
import { type RolloutResult, waitForRollout } from '../rollout/rollout.js';
import { warnOfStaleConfig } from './stale-config.js';

/** Flags of `deploy`. */
export interface DeployOptions extends ClusterFlags {
  readonly image?: string;
  readonly namespace?: string;
  readonly forceConflicts?: boolean;
  readonly dryRun?: boolean;
  /** Show what would change, and change nothing. */
  readonly diff?: boolean;
  /** Delete what an earlier deploy made and config/ no longer has. */
  readonly prune?: boolean;
  /** Wait until the manager is available; true by default. */
  readonly wait?: boolean;
  readonly timeoutMs: number;
  /** See `RolloutOptions`. */
  readonly troubleMs?: number;
}

/** What was deployed. */
export interface DeployResult {
  readonly server: string;
  readonly dryRun: boolean;
  readonly namespace?: string;
  readonly images: readonly string[];
  readonly objects: readonly AppliedObject[];
  readonly rollouts: readonly RolloutResult[];
  /** What config/ no longer has. */
  readonly pruned: readonly DeletedObject[];
}

/** Resolves when the newest version of the manager is available, or rejects with what blocks it. */
export async function deploy(surroundings: CommandSurroundings, given: DeployOptions): Promise<DeployResult> {
  const options = { ...given, dryRun: given.dryRun === true || given.diff === true };
  const { progress, env, signal } = surroundings;
  const { project } = await loadProject(surroundings.root);
  await warnOfStaleConfig(surroundings);
  const { objects } = await progress.step('render config/default', () => renderConfig(surroundings, options));
  const deployments = objects.filter(({ kind }) => kind === 'Deployment');
  const namespace = deployments[0]?.metadata.namespace;
  const images = [...new Set(deployments.flatMap(imagesOf))];
  for (const warning of placeholderWarnings(images)) surroundings.progress.warn(warning);
  await using cluster = await openCluster({ ...options, env, signal });
  const owner = { projectName: project.projectName, namespace: namespace ?? cluster.namespace };
  if (options.forceConflicts !== true) await checkOtherDeployments(cluster, objects, owner, signal);
  await reportRedirected(cluster, objects, surroundings);
  const inventory = await openInventory(cluster, owner, objects, surroundings);
  const late = lateWebhooks(objects, namespace, surroundings);
  const early = objects.filter((object) => !late.includes(object));
  const applied = await apply(cluster, inventory.listed(early), surroundings, options);
  const rollouts =
    options.dryRun || options.wait === false ? [] : await follow(cluster, deployments, surroundings, options);
  if (late.length > 0) applied.push(...(await apply(cluster, late.map(inventory.label), surroundings, options)));
  const pruned = await inventory.prune(options);
  return {
    server: cluster.server,
    dryRun: options.dryRun,
    namespace,
    images,
    objects: applied.filter((object) => !inventory.isList(object)),
    rollouts,
    pruned,
  };
}

/** Applying points webhooks back to the cluster: right for what a killed run left, and news for one that is running. */
async function reportRedirected(
  { client }: Cluster,
  objects: readonly KubeObject[],
  { progress, signal }: CommandSurroundings,
): Promise<void> {
  for (const object of callsOf(objects)) {
    const kind = dynamicKind({ ...parseApiVersion(object.apiVersion), kind: object.kind });
    const found = await client.find(kind, { name: object.metadata.name ?? '' }, { signal }).catch((error: unknown) => {
      if (is.forbidden(error)) return undefined;
      throw explainFailure(error, { action: `cannot look at ${nameOf(identityOf(object))}`, signal });
    });
    const one = await redirected(found as KubeObject | undefined);
    if (one === undefined) continue;
    const state = { running: 'is running', ended: 'has ended', unreachable: 'cannot be reached from here' }[one.state];
    progress.warn(`${one.name} calls ${one.run}, which ${state}; after this deploy it calls the cluster`);
  }
}

/** Waits for each Deployment. */
async function follow(
  cluster: Cluster,
  deployments: readonly KubeObject[],
  { progress, signal }: CommandSurroundings,
  options: DeployOptions,
): Promise<RolloutResult[]> {
  const rollouts: RolloutResult[] = [];
  for (const { metadata } of deployments) {
    const key = { name: metadata.name ?? '', namespace: metadata.namespace ?? cluster.namespace };
    const title = `wait for Deployment ${key.namespace}/${key.name}`;
    rollouts.push(await progress.step(title, (update) => waitForRollout(cluster, key, { ...options, signal, update })));
  }
  return rollouts;
}

async function apply(
  cluster: Cluster,
  objects: readonly KubeObject[],
  { progress, signal }: CommandSurroundings,
  options: DeployOptions,
): Promise<AppliedObject[]> {
  const title = `${options.dryRun === true ? 'compare' : 'apply'} ${objects.length} objects`;
  return progress.step(title, (update) =>
    applyObjects(cluster, objects, { ...options, action: 'deploy', signal, update }),
  );
}

/** Webhooks that judge the manager's own pods must not be there before those pods are. */
function lateWebhooks(
  objects: readonly KubeObject[],
  namespace: string | undefined,
  { progress }: CommandSurroundings,
): KubeObject[] {
  return objects.filter((object) => {
    const names = webhooksThatBlockPods(object, namespace ?? '');
    for (const name of names) {
      progress.warn(
        `the webhook ${name} is asked about every pod, also about the manager's own: while the manager is down, none can be created. Let its namespaceSelector leave out namespace ${namespace}`,
      );
    }
    return names.length > 0;
  });
}
