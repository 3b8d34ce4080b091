/** Finds out whether an operator that runs may do what it needs: OLM does not know. */
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../../errors.js';
import { Deployment } from '../../../k8s/apps/v1/index.js';
import { Pod } from '../../../k8s/core/v1/index.js';
import type { Cluster } from '../../cluster/cluster.js';
import { type ClusterServiceVersion, ClusterServiceVersionKind } from './olm-kinds.js';
import type { PollOptions } from './polling.js';

/** How long a new operator is watched: its first requests are those that fill its caches. */
const watchedMs = 2000;

/** Rejects with `olm-failed` when the API server has refused a request of the operator, as its log says. */
export async function checkRefusedRequests(
  cluster: Cluster,
  key: { readonly namespace: string; readonly name: string },
  { signal, pollMs = 300 }: PollOptions,
): Promise<void> {
  const end = Date.now() + watchedMs;
  const csv = await cluster.client.get(ClusterServiceVersionKind, key, { signal });
  for (;;) {
    const line = await refusedLine(cluster, csv as ClusterServiceVersion, signal);
    if (line !== undefined)
      throw new UserError(
        'olm-failed',
        `${key.name} is installed, but its operator lacks a right, as its log says: ${line}`,
        {
          fix: 'add the +kubebuilder:rbac marker, run "kbts manifests" and "kbts bundle generate", then "kbts cleanup" and run the bundle again',
        },
      );
    if (Date.now() >= end) return;
    await delay(pollMs, undefined, { signal });
  }
}

async function refusedLine(
  cluster: Cluster,
  { metadata, spec }: ClusterServiceVersion,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const { namespace } = metadata;
  for (const { name } of spec?.install?.spec?.deployments ?? []) {
    const deployment = await cluster.client.find(Deployment, { namespace, name }, { signal });
    const labels = deployment?.spec?.selector.matchLabels ?? {};
    const { items } = await cluster.client.list(Pod, { namespace, labels, signal });
    for (const pod of items) {
      const found = refusalIn(await logOf(cluster, namespace ?? '', pod.metadata.name ?? '', signal));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** What the API server said, in the first line of a log that tells of a refused request. */
export function refusalIn(log: string): string | undefined {
  const plain = log.replaceAll('\\"', '"');
  const refused =
    /[\w.-]+ is forbidden: User "[^"\n]+" cannot \w+ resource "[^"\n]+"(?: in API group "[^"\n]*")?(?: at the cluster scope| in the namespace "[^"\n]+")?/;
  return refused.exec(plain)?.[0];
}

async function logOf({ transport }: Cluster, namespace: string, name: string, signal?: AbortSignal): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/pods/${name}/log?tailLines=500`;
  const response = await transport.request({ method: 'GET', path, timeoutMs: 5000, signal });
  const text = await response.text();
  // Logs are an extra: whoever may not read them has no warning.
  return response.status === 200 ? text : '';
}
