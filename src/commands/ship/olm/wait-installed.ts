/** Waits until OLM has installed a version, and explains why when it does not. */
import { UserError } from '../../../errors.js';
import type { Cluster } from '../../cluster/cluster.js';
import { lookAtRollout } from '../../cluster/rollout/rollout.js';
import {
  type ClusterServiceVersion,
  ClusterServiceVersionKind,
  type InstallPlan,
  InstallPlanKind,
  SubscriptionKind,
} from './olm-kinds.js';
import { checkRefusedRequests } from './refused-requests.js';
import { type LastingTrouble, type Look, poll, type PollOptions } from './polling.js';

/** What is being installed. */
export interface Installation {
  readonly namespace: string;
  readonly subscription: string;
  /** The name of the CSV. */
  readonly version: string;
}

/** Approves the install plan of the version, and resolves when its CSV has succeeded. */
export async function waitUntilInstalled(cluster: Cluster, wanted: Installation, options: PollOptions): Promise<void> {
  const plan = await poll(`an install plan for ${wanted.version}`, () => lookForPlan(cluster, wanted), options);
  const { name = '', namespace = '' } = plan.metadata;
  if (plan.spec?.approved !== true)
    await cluster.client.patch(
      { kind: InstallPlanKind, namespace, name },
      { type: 'merge', body: { spec: { approved: true } } },
    );
  await poll(`InstallPlan ${name}`, () => lookAtPlan(cluster, namespace, name), options);
  await poll(`ClusterServiceVersion ${wanted.version}`, () => lookAtCsv(cluster, wanted, options), options);
  await checkRefusedRequests(cluster, { namespace, name: wanted.version }, options);
}

async function lookForPlan(
  { client }: Cluster,
  { namespace, subscription, version }: Installation,
): Promise<Look<InstallPlan>> {
  const { items } = await client.list(InstallPlanKind, { namespace });
  const plan = items.find(({ spec }) => spec?.clusterServiceVersionNames?.includes(version) === true);
  // OLM writes a plan and its steps one after the other: whoever approves it in between makes it lose the steps.
  if (plan !== undefined)
    return plan.status?.phase === undefined ? { waiting: 'OLM writes it' } : { done: plan as InstallPlan };
  const { status } = (await client.find(SubscriptionKind, { namespace, name: subscription })) ?? {};
  const failed = status?.conditions?.find(({ type, status: value }) => type.endsWith('Failed') && value === 'True');
  if (failed === undefined) return { waiting: `the subscription is ${status?.state ?? 'new'}` };
  const waiting = `OLM finds no way to install it: ${failed.message ?? failed.reason ?? failed.type}`;
  return { waiting, trouble: { error: () => unresolved(version, waiting) } };
}

/** One broken catalog that all namespaces see is enough: OLM then installs nothing from any other either. */
function unresolved(version: string, cause: string): UserError {
  const [, namespace, name] = /error using catalogsource ([^/\s]+)\/([^:\s]+):/.exec(cause) ?? [];
  return new UserError('olm-failed', `${version} is not installed: ${cause}`, {
    fix:
      name === undefined
        ? 'correct what the message names: a bundle that it needs must be in a catalog of the cluster, and no other installed package may own its CRDs'
        : `the catalog ${namespace}/${name} does not answer, and OLM installs nothing as long as that is so: make it work, or delete it ("kubectl delete catalogsource -n ${namespace} ${name}"), and run the command again after "kbts cleanup"`,
  });
}

async function lookAtPlan({ client }: Cluster, namespace: string, name: string): Promise<Look<true>> {
  const { status } = await client.get(InstallPlanKind, { namespace, name });
  const phase = status?.phase ?? 'new';
  if (phase === 'Complete') return { done: true };
  const { message, reason } =
    status?.conditions?.find((one) => one.type === 'Installed' && one.status === 'False') ?? {};
  const cause = message ?? status?.message ?? reason;
  if (phase === 'Failed') throw planFailed(namespace, name, cause ?? 'it gives no reason');
  if (cause === undefined) return { waiting: `it is ${phase}` };
  return { waiting: `it is ${phase}: ${cause}`, trouble: { error: () => planFailed(namespace, name, cause) } };
}

function planFailed(namespace: string, name: string, cause: string): UserError {
  const isRight = /is forbidden|cannot (?:get|list|watch|create|update|patch|delete) resource/.test(cause);
  return new UserError('olm-failed', `OLM could not carry out InstallPlan ${namespace}/${name}: ${cause}`, {
    fix: isRight
      ? 'give the ServiceAccount that the OperatorGroup names the rights of the message, or let OLM install with its own: an OperatorGroup without serviceAccountName; then "kbts cleanup" and run the bundle again'
      : 'correct the bundle; "kbts cleanup" removes what is there',
  });
}

/** Looks at a version that OLM installs: has it succeeded, and if not, what do its Deployments say? */
export async function lookAtCsv(
  cluster: Cluster,
  { namespace, version }: Pick<Installation, 'namespace' | 'version'>,
  options: PollOptions,
): Promise<Look<true>> {
  const csv = await cluster.client.find(ClusterServiceVersionKind, { namespace, name: version });
  if (csv === undefined) return { waiting: 'it does not exist' };
  const { phase = 'new', reason = '', message = '' } = csv.status ?? {};
  if (phase === 'Succeeded') return { done: true };
  const unmet = unmetRequirements(csv as ClusterServiceVersion);
  const waiting = [phase, reason, message].filter((part) => part !== '').join(': ') + unmet;
  for (const { name } of csv.spec?.install?.spec?.deployments ?? []) {
    const found = await lookAtRollout(cluster, { namespace, name }, options);
    if (found === undefined) continue;
    return { waiting: found.summary, trouble: { error: found.error, afterMs: found.afterMs } };
  }
  if (phase === 'Failed') throw csvFailed(version, waiting);
  return { waiting, ...(unmet !== '' && { trouble: unmetTrouble(version, waiting) }) };
}

/** The rest of a version's requirements may appear while OLM works. */
function unmetTrouble(version: string, cause: string): LastingTrouble {
  return { error: () => csvFailed(version, cause), afterMs: 30_000 };
}

function csvFailed(version: string, cause: string): UserError {
  return new UserError('olm-failed', `ClusterServiceVersion ${version} does not get ready: ${cause}`, {
    fix: 'correct what the message names; "kbts cleanup" removes what is there',
  });
}

/** Requirements that OLM does not find, each with the rights that are missing. */
function unmetRequirements({ status }: ClusterServiceVersion): string {
  const isMet = (value: string | undefined): boolean =>
    /^(?:Present|Satisfied|Created|DeploymentFound)$/.test(value ?? '');
  return (status?.requirementStatus ?? [])
    .filter((one) => !isMet(one.status))
    .map(({ kind, name, status: state, message, dependents = [] }) => {
      const missing = dependents.filter((one) => !isMet(one.status));
      const lines = missing.map((one) => `\n    ${one.kind ?? 'requirement'}: ${one.message ?? one.status ?? ''}`);
      return `\n  ${kind} ${name}: ${state}${message === undefined ? '' : `: ${message}`}${lines.join('')}`;
    })
    .join('');
}
