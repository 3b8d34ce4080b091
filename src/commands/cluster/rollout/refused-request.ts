/** Finds out whether an operator may do what it needs, as its log says: neither Kubernetes nor OLM knows. */
import type { Pod } from '../../../k8s/core/v1/index.js';
import type { DeepReadonly } from '../../../runtime/object/readonly.js';
import type { Cluster } from '../cluster.js';
import { isReady, type Trouble } from './rollout-trouble.js';

/** Logs are read this far back, and trouble must last as long: one refusal alone, long over, ends no rollout. */
const refusalMs = 30_000;

/** Trouble of pods that run and do not get ready while the API server refuses their requests. */
export async function refusedTrouble(
  cluster: Cluster,
  pods: readonly DeepReadonly<Pod>[],
  signal?: AbortSignal,
): Promise<Trouble | undefined> {
  const refusal = await refusedRequest(
    cluster,
    pods.filter((pod) => !isReady(pod)),
    signal,
  );
  return refusal === undefined ? undefined : { ...lackingRight(refusal), afterMs: refusalMs };
}

/** The error of an operator whose request was refused. */
export function lackingRight(refusal: string): Trouble {
  return {
    code: 'manager-forbidden',
    summary: `the operator lacks a right, as its log says: ${refusal}`,
    fix: 'add the +kubebuilder:rbac marker and run "kbts manifests", then install again what you have built from it (kbts deploy; for OLM: "kbts bundle generate", "kbts cleanup" and "kbts run bundle")',
  };
}

/** What the API server said to the first of these pods that had a request refused. */
export async function refusedRequest(
  cluster: Cluster,
  pods: readonly DeepReadonly<Pod>[],
  signal?: AbortSignal,
): Promise<string | undefined> {
  for (const { metadata, status } of pods) {
    for (const { name, state } of status?.containerStatuses ?? []) {
      if (state?.running === undefined) continue;
      const place = `/api/v1/namespaces/${metadata.namespace}/pods/${metadata.name}/log?container=${name}`;
      const found = refusalIn(await logAt(cluster, place, signal));
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** What the API server said, in the first line of a log that tells of a refused request. */
export function refusalIn(log: string): string | undefined {
  const plain = log.replaceAll('\\"', '"');
  const refused =
    /(?<![\w.-])[\w.-]+ is forbidden: User "[^"\n]+" cannot \w+ resource "[^"\n]+"(?: in API group "[^"\n]*")?(?: at the cluster scope| in the namespace "[^"\n]+")?/;
  return refused.exec(plain)?.[0];
}

async function logAt({ transport }: Cluster, place: string, signal?: AbortSignal): Promise<string> {
  const path = `${place}&tailLines=500&sinceSeconds=${refusalMs / 1000}`;
  try {
    const response = await transport.request({ method: 'GET', path, timeoutMs: 5000, signal });
    const text = await response.text();
    return response.status === 200 ? text : '';
  } catch (error) {
    // Logs are an extra: whoever cannot read them goes on waiting.
    if (signal?.aborted === true) throw error;
    return '';
  }
}
