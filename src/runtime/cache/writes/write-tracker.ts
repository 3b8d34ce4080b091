/** Tells informers what this process writes, so that reads can wait for it. */
import { findApiError, is } from '../../client/requests/api-error.js';
import type {
  AnyRef,
  ClientDefaults,
  DeleteAllOptions,
  DeleteOptions,
  DeleteResult,
  SubresourceClient,
  WriteOptions,
} from '../../client/client.js';
import { currentWork } from '../../current-work.js';
import { parseApiVersion } from '../../../kubernetes/version/api-version.js';
import type { GVK, KindInfo } from '../../object/kind.js';
import type { KubeObject, ObjectKey, ObjectMeta } from '../../object/meta.js';
import { placeOf } from '../../client/writes/owned-body.js';
import { isDryRun } from '../../client/requests/write-options.js';
import { labelMatcher } from '../../object/label-selector.js';
import type { InformerCache } from '../informers/informer-cache.js';
import { metadataFields } from '../store/metadata-fields.js';
import { keyOf } from '../store/object-key.js';
import type { IsOver } from './expected-deletions.js';
import { outcomeOfError, type WriteOutcome } from './write-outcome.js';
import type { Partition } from '../informers/partition.js';

/** How long a deletion of many waits for the writer's own objects. */
const CREATED_MS = 1000;

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
    const isAbsent = (error: unknown, name: string | undefined): boolean =>
      is.notFound(error) && name !== undefined && findApiError(error)?.status.details?.name === name;
    return this.#track(
      target,
      options,
      send,
      (answer, partition, key) => {
        if (answer.state === 'terminating') return writtenAs(answer.object, partition, key);
        return answer.uid === undefined ? { type: 'failed' } : { type: 'deleted', uid: answer.uid };
      },
      isAbsent,
    );
  }

  /**
   * Deletes a collection. The answer does not list what was deleted, but each selected object that the store has is now
   * deleted, terminating, or no longer selected.
   */
  async deleteMany(kind: KindInfo, options: DeleteAllOptions, send: () => Promise<void>): Promise<void> {
    const reader = currentWork();
    const { clock } = this.#cache;
    const namespace = kind.scope === 'Cluster' ? undefined : (options.namespace ?? placeOf(this.#defaults));
    const partitions = isDryRun(options, this.#defaults) ? [] : this.#cache.partitionsOf(kind.gvk, namespace);
    // What the writer created before belongs to what it deletes.
    for (const { ownWrites } of partitions)
      await ownWrites.wait({ namespace }, { timeoutMs: CREATED_MS, signal: options.signal, clock, reader });
    const selected = partitions.map((partition) => selectedBy(partition, namespace, options));
    await send();
    partitions.forEach(({ ownWrites }, index) => ownWrites.expectDeletions(selected[index] ?? [], reader?.writer));
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
    isAbsent: (error: unknown, name: string | undefined) => boolean = () => false,
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
      for (const { partition, key, end } of writes)
        end(
          isAbsent(error, name) ? { type: 'absent' } : outcomeOfError(error, partition.store.peek(key) !== undefined),
        );
      throw error;
    }
  }
}

/** A version to wait for, if the informer will ever see it. */
function writtenAs(answer: unknown, partition: Partition, key: string): WriteOutcome {
  const { metadata } = (answer ?? {}) as { metadata?: ObjectMeta };
  if (!metadata?.resourceVersion) return { type: 'failed' };
  if (metadata.uid !== undefined && isLetGo(answer as KubeObject)) return { type: 'deleted', uid: metadata.uid };
  const isSeen = partition.keeps(metadata) && (partition.selects(metadata) || partition.store.peek(key) !== undefined);
  return isSeen ? { type: 'written', resourceVersion: metadata.resourceVersion } : { type: 'failed' };
}

/** Whether a write that left this state behind has removed the last finalizer: the API server deletes the object with it. */
function isLetGo({ metadata, ...rest }: KubeObject): boolean {
  const { deletionTimestamp, deletionGracePeriodSeconds = 0, finalizers = [] } = metadata;
  // Namespaces keep their finalizers in spec.
  const { spec } = rest as { spec?: { finalizers?: readonly string[] } };
  const left = finalizers.length + (spec?.finalizers?.length ?? 0);
  return deletionTimestamp !== undefined && deletionGracePeriodSeconds === 0 && left === 0;
}

/** The objects that a deletion selects, each with what ends it; none when a field cannot be judged here. */
function selectedBy(
  { store }: Partition,
  namespace: string | undefined,
  { labels, fields }: DeleteAllOptions,
): [key: string, isOver: IsOver][] {
  const text = typeof fields === 'object' ? Object.entries(fields).map((term) => term.join('=')) : [fields ?? ''];
  const { isComplete, admits } = metadataFields(text.join(','));
  if (!isComplete) return [];
  const matches = labels === undefined ? () => true : labelMatcher(labels);
  const isSelected = ({ metadata }: KubeObject): boolean =>
    (namespace === undefined || metadata.namespace === namespace) &&
    metadata.deletionTimestamp === undefined &&
    admits(metadata) &&
    matches(metadata.labels);
  const found: [string, IsOver][] = [];
  for (const object of store.peekAll()) {
    const { uid } = object.metadata;
    if (isSelected(object))
      found.push([keyOf(object), (now) => now === undefined || now.metadata.uid !== uid || !isSelected(now)]);
  }
  return found;
}

function identify(target: AnyRef): { gvk: GVK; name?: string; namespace?: string } {
  if (typeof target.kind !== 'string') {
    const { kind, name, namespace } = target as ObjectKey & { readonly kind: KindInfo };
    return { gvk: kind.gvk, name: name || undefined, namespace };
  }
  const { apiVersion = '', kind, metadata } = target as KubeObject;
  return { gvk: { ...parseApiVersion(apiVersion), kind }, name: metadata?.name, namespace: metadata?.namespace };
}
