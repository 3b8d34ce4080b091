/** Pods of workloads that were deleted: they still need their rights to end well. */
import { setTimeout as delay } from 'node:timers/promises';
import { Pod } from '../../../k8s/core/v1/index.js';
import type { Client } from '../../../runtime/client/client.js';
import { is } from '../../../runtime/client/requests/api-error.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import type { DeleteWait } from '../definitions/custom-resources.js';

/** A manager has 30 s to end, and the garbage collector a moment to see that it must; nobody waits for ever. */
const mostMs = 45_000;

/** Pods that a workload has made, by their labels. */
export interface PodSelector {
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Selects the pods of a Deployment and its like; undefined for all other kinds. */
export function podsOf({ kind, metadata, ...rest }: KubeObject): PodSelector | undefined {
  if (!['Deployment', 'StatefulSet', 'DaemonSet'].includes(kind) || metadata.namespace === undefined) return undefined;
  const { spec } = rest as { spec?: { selector?: { matchLabels?: Record<string, string> } } };
  const labels = spec?.selector?.matchLabels ?? {};
  return Object.keys(labels).length === 0 ? undefined : { namespace: metadata.namespace, labels };
}

/** Resolves when they are gone, when they have had time enough, or at once for those who may not see them. */
export async function untilPodsEnded(
  client: Client,
  selectors: readonly PodSelector[],
  { timeoutMs, pollMs = 300, signal, update }: DeleteWait,
): Promise<void> {
  const deadline = Date.now() + Math.min(timeoutMs, mostMs);
  for (const { namespace, labels } of selectors) {
    for (;;) {
      const left = await countPods(client, { namespace, labels }, signal);
      if (left === 0) break;
      update?.(`${left} pods are ending`);
      if (Date.now() >= deadline) break;
      await delay(pollMs, undefined, { signal });
    }
  }
}

async function countPods(client: Client, selector: PodSelector, signal: AbortSignal | undefined): Promise<number> {
  try {
    return (await client.list(Pod, { ...selector, signal })).items.length;
  } catch (error) {
    if (is.forbidden(error)) return 0;
    throw error;
  }
}
