/** Waits until a Deployment runs, and explains why when it does not. */
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../../errors.js';
import { Deployment } from '../../../k8s/apps/v1/index.js';
import { Pod } from '../../../k8s/core/v1/index.js';
import type { ObjectKey } from '../../../runtime/object/meta.js';
import type { DeepReadonly } from '../../../runtime/object/readonly.js';
import type { Cluster } from '../cluster.js';
import { explainFailure } from '../explain-failure.js';
import { refusedTrouble } from './refused-request.js';
import { rolloutEvidence } from './rollout-evidence.js';
import { isRolledOut, rolloutState, type Trouble, troubleOf } from './rollout-trouble.js';

/** How long to wait. */
export interface RolloutOptions {
  readonly timeoutMs: number;
  /** How long trouble that rarely goes away by itself must last to end the waiting; each kind has its own time by default. */
  readonly troubleMs?: number;
  readonly pollMs?: number;
  readonly signal?: AbortSignal;
  readonly update?: (detail: string) => void;
}

/** How it ended. */
export interface RolloutResult {
  readonly name: string;
  readonly namespace?: string;
  readonly replicas: number;
  readonly available: number;
}

/** Resolves when the newest version is available in all replicas; rejects with the evidence when that does not happen. */
export async function waitForRollout(
  cluster: Cluster,
  key: ObjectKey,
  options: RolloutOptions,
): Promise<RolloutResult> {
  const { timeoutMs, troubleMs, pollMs = 500, signal, update } = options;
  const deadline = Date.now() + timeoutMs;
  let troubleSince: number | undefined;
  try {
    for (;;) {
      const deployment = await cluster.client.get(Deployment, key, { signal });
      if (isRolledOut(deployment)) return resultOf(deployment);
      const pods = await podsOf(cluster, deployment, signal);
      const trouble = troubleOf(deployment, pods) ?? (await refusedTrouble(cluster, pods, signal));
      troubleSince = trouble ? (troubleSince ?? Date.now()) : undefined;
      const patience = troubleMs ?? trouble?.afterMs ?? 10_000;
      const isStuck = troubleSince !== undefined && Date.now() - troubleSince >= patience;
      if (isStuck || Date.now() >= deadline) {
        throw await rolloutError(cluster, deployment, pods, trouble ?? slow(deployment, timeoutMs));
      }
      update?.(trouble?.summary ?? rolloutState(deployment));
      await delay(pollMs, undefined, { signal });
    }
  } catch (error) {
    throw explainFailure(error, {
      action: `cannot see the rollout of Deployment ${key.namespace}/${key.name}`,
      signal,
    });
  }
}

/** How far a rollout is that is not complete, and the error that explains why. */
export interface OpenRollout {
  readonly summary: string;
  /** How long it may last: what rarely gets better by waiting ends sooner than what only takes its time. */
  readonly afterMs?: number;
  readonly error: () => Promise<UserError>;
}

/** Looks once; undefined when the rollout is complete, or there is no such Deployment yet. */
export async function lookAtRollout(
  cluster: Cluster,
  key: ObjectKey,
  { timeoutMs, signal }: Pick<RolloutOptions, 'timeoutMs' | 'signal'>,
): Promise<OpenRollout | undefined> {
  const deployment = await cluster.client.find(Deployment, key, { signal });
  if (deployment === undefined || isRolledOut(deployment)) return undefined;
  const pods = await podsOf(cluster, deployment, signal);
  const trouble = troubleOf(deployment, pods) ?? (await refusedTrouble(cluster, pods, signal));
  return {
    summary: trouble?.summary ?? rolloutState(deployment),
    afterMs: trouble === undefined ? Infinity : trouble.afterMs,
    error: () => rolloutError(cluster, deployment, pods, trouble ?? slow(deployment, timeoutMs)),
  };
}

function slow(deployment: DeepReadonly<Deployment>, timeoutMs: number): Trouble {
  return {
    code: 'rollout-timeout',
    summary: `it was not available within ${timeoutMs / 1000} s: ${rolloutState(deployment)}`,
    fix: 'see above why the pods do not start; if they only need longer, pass --timeout',
  };
}

async function rolloutError(
  cluster: Cluster,
  deployment: DeepReadonly<Deployment>,
  pods: readonly DeepReadonly<Pod>[],
  { code, summary, fix }: Trouble,
): Promise<UserError> {
  const evidence = await rolloutEvidence(cluster, deployment, pods);
  const { namespace, name } = deployment.metadata;
  const lines = evidence.map((line) => `\n  ${line}`).join('');
  return new UserError(code, `the rollout of Deployment ${namespace}/${name} failed: ${summary}${lines}`, { fix });
}

/** Its pods, the newest first, without those that are ending. */
async function podsOf(
  { client }: Cluster,
  { metadata, spec }: DeepReadonly<Deployment>,
  signal: AbortSignal | undefined,
): Promise<DeepReadonly<Pod>[]> {
  const { items } = await client.list(Pod, {
    namespace: metadata.namespace,
    labels: spec?.selector.matchLabels ?? {},
    signal,
  });
  return items
    .filter((pod) => pod.metadata.deletionTimestamp === undefined)
    .sort((a, b) => (b.metadata.creationTimestamp ?? '').localeCompare(a.metadata.creationTimestamp ?? ''));
}

function resultOf({ metadata, spec, status }: DeepReadonly<Deployment>): RolloutResult {
  return {
    name: metadata.name ?? '',
    namespace: metadata.namespace,
    replicas: spec?.replicas ?? 1,
    available: status?.availableReplicas ?? 0,
  };
}
