/** Deletes objects from a cluster, in the reverse of the order in which they are applied. */
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../../../errors.js';
import { ignoreNotFound, is } from '../../../runtime/client/requests/api-error.js';
import { parseApiVersion } from '../../../kubernetes/version/api-version.js';
import type { Kind } from '../../../runtime/object/kind.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { inApplyOrder } from './apply-order.js';
import type { Cluster } from '../cluster.js';
import { type PodSelector, podsOf, untilPodsEnded } from './ending-pods.js';
import type { DeleteWait } from '../definitions/custom-resources.js';
import { explainFailure } from '../explain-failure.js';
import { identityOf, nameOf, type ObjectIdentity } from './object-name.js';
import type { ObjectTexts } from '../preview/object-text.js';
import { checkRights } from '../rights.js';

/** An object and what became of it. */
export interface DeletedObject extends ObjectIdentity {
  readonly outcome: 'deleted' | 'absent' | 'kept';
  /** Why it was kept, or what went with it. */
  readonly reason?: string;
  readonly texts?: ObjectTexts;
}

/** How to delete. */
export interface DeleteOptions extends DeleteWait {
  readonly action: string;
  readonly dryRun?: boolean;
}

/** Resolves when all of them are gone. Those that are not there are `absent`. */
export async function deleteObjects(
  cluster: Cluster,
  objects: readonly KubeObject[],
  options: DeleteOptions,
): Promise<DeletedObject[]> {
  const { signal, action } = options;
  try {
    const found = await Promise.all(
      inApplyOrder(objects)
        .reverse()
        .map((object) => find(cluster, object, signal)),
    );
    const present = found.filter((one) => one.isPresent);
    await checkRights(
      cluster.client,
      present.flatMap(({ kind, object }) =>
        kind ? [{ kind, namespace: object.metadata.namespace, verbs: ['delete'] }] : [],
      ),
      options,
    );
    if (options.dryRun !== true) {
      await deletePresent(cluster, present, options);
      await untilGone(cluster, present, options);
    }
    return found.map(({ object, isPresent }) => ({ ...identityOf(object), outcome: isPresent ? 'deleted' : 'absent' }));
  } catch (error) {
    throw explainFailure(error, { action: `cannot ${action}`, signal });
  }
}

interface FoundObject {
  readonly object: KubeObject;
  readonly kind?: Kind;
  readonly isPresent: boolean;
  /** Its pods, when it is a workload. */
  readonly pods?: PodSelector;
}

/** Workloads go first. What they live on stays until their pods have ended: a running reconcile may finish its work. */
async function deletePresent(
  { client }: Cluster,
  present: readonly FoundObject[],
  options: DeleteOptions,
): Promise<void> {
  const { signal } = options;
  let ending: PodSelector[] = [];
  for (const { object, pods } of present) {
    if (ending.length > 0 && !pods) {
      await untilPodsEnded(client, ending, options);
      ending = [];
    }
    await ignoreNotFound(client.delete(object, { propagation: 'Background', signal }));
    if (pods) ending.push(pods);
  }
}

async function find({ client, namespace }: Cluster, object: KubeObject, signal?: AbortSignal): Promise<FoundObject> {
  try {
    const kind = await client.mapper.kindFor({ ...parseApiVersion(object.apiVersion), kind: object.kind }, { signal });
    const isPlaced = kind.scope === 'Cluster' || object.metadata.namespace !== undefined;
    const placed = isPlaced ? object : { ...object, metadata: { ...object.metadata, namespace } };
    const { name = '', namespace: where } = placed.metadata;
    const found = await client.find(kind, { name, namespace: where }, { signal });
    const pods = found && podsOf({ ...(found as KubeObject), kind: object.kind });
    return { object: placed, kind, isPresent: found !== undefined, ...(pods && { pods }) };
  } catch (error) {
    // What the server does not know cannot exist.
    if (is.noMatch(error)) return { object, isPresent: false };
    throw error;
  }
}

async function untilGone({ client }: Cluster, present: readonly FoundObject[], options: DeleteOptions): Promise<void> {
  const { timeoutMs, pollMs = 300, signal, update } = options;
  const deadline = Date.now() + timeoutMs;
  for (const { object, kind } of present) {
    if (!kind) continue;
    const { name = '', namespace, uid: _uid } = object.metadata;
    for (;;) {
      const left = await client.find(kind, { name, namespace }, { signal });
      if (!left) break;
      if (Date.now() >= deadline) throw stuck(left, timeoutMs);
      update?.(nameOf(identityOf(object)));
      await delay(pollMs, undefined, { signal });
    }
  }
}

interface StuckObject extends KubeObject {
  /** Namespaces have their own list. */
  readonly spec?: { readonly finalizers?: readonly string[] };
  readonly status?: {
    readonly conditions?: readonly { readonly type: string; readonly status: string; readonly message?: string }[];
  };
}

function stuck(left: object, timeoutMs: number): UserError {
  const { kind, metadata, spec, status } = left as StuckObject;
  const finalizers = [...(metadata.finalizers ?? []), ...(kind === 'Namespace' ? (spec?.finalizers ?? []) : [])];
  const conditions = (status?.conditions ?? []).filter((one) => one.status === 'True' && one.message);
  const evidence = [
    `finalizers: ${finalizers.join(', ') || 'none'}`,
    ...conditions.map(({ type, message }) => `${type}: ${message}`),
  ];
  const name = nameOf({ kind, namespace: metadata.namespace, name: metadata.name ?? '' });
  const lines = evidence.map((line) => `\n  ${line}`).join('');
  return new UserError('delete-stuck', `${name} was not gone after ${timeoutMs / 1000} s${lines}`, {
    fix: 'start the controller that has to remove the finalizers, then run the command again; or give it more time with --timeout',
  });
}
