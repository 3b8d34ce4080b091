/** Watches an operator that OLM has installed: OLM does not know whether it may do what it needs. */
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../../errors.js';
import { Deployment } from '../../../k8s/apps/v1/index.js';
import { Pod } from '../../../k8s/core/v1/index.js';
import type { DeepReadonly } from '../../../runtime/object/readonly.js';
import type { Cluster } from '../../cluster/cluster.js';
import { lackingRight, refusedRequest } from '../../cluster/rollout/refused-request.js';
import { type ClusterServiceVersion, ClusterServiceVersionKind } from './olm-kinds.js';
import type { PollOptions } from './polling.js';

/** How long a new operator is watched: its first requests are those that fill its caches. */
const watchedMs = 2000;

/** Rejects with `manager-forbidden` when the API server has refused a request of the operator, as its log says. */
export async function checkRefusedRequests(
  cluster: Cluster,
  key: { readonly namespace: string; readonly name: string },
  { signal, pollMs = 300 }: PollOptions,
): Promise<void> {
  const end = Date.now() + watchedMs;
  const csv = await cluster.client.get(ClusterServiceVersionKind, key, { signal });
  for (;;) {
    const refusal = await refusedRequest(cluster, await podsOf(cluster, csv as ClusterServiceVersion, signal), signal);
    if (refusal !== undefined) {
      const { code, summary, fix } = lackingRight(refusal);
      throw new UserError(code, `${key.name} is installed, but ${summary}`, { fix });
    }
    if (Date.now() >= end) return;
    await delay(pollMs, undefined, { signal });
  }
}

async function podsOf(
  { client }: Cluster,
  { metadata: { namespace }, spec }: ClusterServiceVersion,
  signal: AbortSignal | undefined,
): Promise<DeepReadonly<Pod>[]> {
  const pods: DeepReadonly<Pod>[] = [];
  for (const { name } of spec?.install?.spec?.deployments ?? []) {
    const deployment = await client.find(Deployment, { namespace, name }, { signal });
    if (deployment === undefined) continue;
    const labels = deployment.spec?.selector.matchLabels ?? {};
    pods.push(...(await client.list(Pod, { namespace, labels, signal })).items);
  }
  return pods;
}
