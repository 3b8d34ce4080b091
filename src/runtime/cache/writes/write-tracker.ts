/** Tells informers what this process writes, so that reads can wait for it. */
import { findApiError, is } from '../../client/requests/api-error.js';
import type {
  AnyRef,
  ClientDefaults,
  DeleteOptions,
  DeleteResult,
  SubresourceClient,
  WriteOptions,
} from '../../client/client.js';
import { currentWork } from '../../current-work.js';
import { isUnsent } from '../../object/invalid-call.js';
import { type GVK, type KindInfo, parseApiVersion } from '../../object/kind.js';
import type { KubeObject, ObjectKey, ObjectMeta } from '../../object/meta.js';
import { placeOf } from '../../client/writes/owned-body.js';
import { isDryRun } from '../../client/requests/write-options.js';
import type { InformerCache } from '../informers/informer-cache.js';
import { keyOf } from '../store/object-key.js';
import type { WriteOutcome } from './own-writes.js';
import type { Partition } from '../informers/partition.js';

/** Wraps writes. Only running informers are notified; a write starts none. */
export class WriteTracker {
  readonly #cache: InformerCache;
  readonly #defaults: ClientDefaults;

  constructor(cache: InformerCache, defaults: ClientDefaults) {
    this.#cache = cache;
    this.#defaults = defaults;
  }

  /** A write whose answer is the object, or at least carries its version. */
  write<R>(target: AnyRef, options: WriteOptions | undefined, send: () => Promise<R>): Promise<R> {
    return this.#track(target, options, send, (answer, partition, key) => writtenAs(answer, partition, key));
  }

  delete<T>(
    target: AnyRef,
    options: DeleteOptions | undefined,
    send: () => Promise<DeleteResult<T>>,
  ): Promise<DeleteResult<T>> {
    return this.#track(target, options, send, (answer, partition, key) => {
      if (answer.state === 'terminating') return writtenAs(answer.object, partition, key);
      return answer.uid === undefined ? { type: 'failed' } : { type: 'deleted', uid: answer.uid };
    });
  }

  /** Nobody knows which objects are gone. */
  deletedMany(kind: KindInfo, namespace: string | undefined): void {
    for (const { ownWrites } of this.#cache.partitionsOf(kind.gvk, namespace)) ownWrites.uncertain.add({ namespace });
  }

  /** The same subresource client, with its writes tracked. */
  subresource(client: SubresourceClient): SubresourceClient {
    return {
      get: (target, options) => client.get(target, options),
      create: (target, body, options) => this.write(target, options, () => client.create(target, body, options)),
      update: (target, body, options) => this.write(target, options, () => client.update(target, body, options)),
      patch: (target, patch, options) => this.write(target, options, () => client.patch(target, patch, options)),
      apply: (target, desired, options) => this.write(target, options, () => client.apply(target, desired, options)),
    };
  }

  async #track<R>(
    target: AnyRef,
    options: { readonly dryRun?: boolean; readonly consistency?: 'eventual' } | undefined,
    send: () => Promise<R>,
    outcomeOf: (answer: R, partition: Partition, key: string) => WriteOutcome,
  ): Promise<R> {
    // What is not stored will never be seen, so no read may wait for it.
    if (isDryRun(options ?? {}, this.#defaults) || options?.consistency === 'eventual') return send();
    const { gvk, name, namespace = placeOf(this.#defaults) } = identify(target);
    const partitions = this.#cache.partitionsOf(gvk, namespace);
    if (partitions.length === 0) return send();
    const writer = currentWork()?.writer;
    const writes = partitions.map((partition) => {
      const { scope } = partition;
      const key = name === undefined ? '' : keyOf({ name, namespace: scope === 'Cluster' ? undefined : namespace });
      return { partition, key, end: partition.ownWrites.begin(key, writer) };
    });
    try {
      const answer = await send();
      const { metadata } = answer as { metadata?: ObjectMeta };
      for (const { partition, key, end } of writes) {
        const finalKey = key === '' && metadata ? keyOf(metadata) : key;
        end(outcomeOf(answer, partition, finalKey), finalKey);
      }
      return answer;
    } catch (error) {
      for (const { partition, key, end } of writes) end(outcomeOfError(error, partition.store.peek(key) !== undefined));
      throw error;
    }
  }
}

/** A version to wait for, if the informer will ever see it. */
function writtenAs(answer: unknown, partition: Partition, key: string): WriteOutcome {
  const { metadata } = (answer ?? {}) as { metadata?: ObjectMeta };
  if (!metadata?.resourceVersion) return { type: 'failed' };
  const isSeen = partition.keeps(metadata) && (partition.selects(metadata) || partition.store.peek(key) !== undefined);
  return isSeen ? { type: 'written', resourceVersion: metadata.resourceVersion } : { type: 'failed' };
}

/** A refusal means that nothing was written; silence and server errors mean that the result is unknown. */
function outcomeOfError(error: unknown, isStored: boolean): WriteOutcome {
  if (isUnsent(error)) return { type: 'failed' };
  const refusal = findApiError(error);
  // A create of what the store has already says nothing new.
  if (is.conflict(error) || (is.alreadyExists(error) && !isStored)) return { type: 'outdated' };
  return refusal && refusal.code < 500 ? { type: 'failed' } : { type: 'uncertain' };
}

function identify(target: AnyRef): { gvk: GVK; name?: string; namespace?: string } {
  if (typeof target.kind !== 'string') {
    const { kind, name, namespace } = target as ObjectKey & { readonly kind: KindInfo };
    return { gvk: kind.gvk, name: name || undefined, namespace };
  }
  const { apiVersion = '', kind, metadata } = target as KubeObject;
  return { gvk: { ...parseApiVersion(apiVersion), kind }, name: metadata?.name, namespace: metadata?.namespace };
}
