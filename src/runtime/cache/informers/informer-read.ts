/** Reads from an informer, by the rules of a list on the API server. */
import type { ListOptions } from '../../client/client.js';
import { ApiError } from '../../client/requests/api-error.js';
import { InvalidCallError, quoted } from '../../object/invalid-call.js';
import type { KindInfo } from '../../object/kind.js';
import { labelMatcher } from '../../object/label-selector.js';
import type { KubeObject, ObjectKey } from '../../object/meta.js';
import type { DeepReadonly } from '../../object/readonly.js';
import { NamespaceNotCachedError } from '../cache-error.js';
import { keyOf } from '../store/object-key.js';
import type { Partition } from './partition.js';

type Found = DeepReadonly<KubeObject>;

/** The error of the API server for an object that does not exist. */
export function notFoundError(kind: KindInfo, key: ObjectKey): ApiError {
  const { group } = kind.gvk;
  // The plural of a dynamic kind is known to the server only.
  const plural = kind.plural || kind.gvk.kind.toLowerCase();
  const resource = group === '' ? plural : `${plural}.${group}`;
  return new ApiError({
    kind: 'Status',
    code: 404,
    reason: 'NotFound',
    message: `${resource} "${key.name}" not found${key.namespace ? ` in namespace "${key.namespace}" of the cache` : ' in the cache'}`,
    details: { name: key.name, group, kind: plural },
  });
}

/** The part of the cache that would contain objects of `namespace`; all parts when it is undefined. */
export function partitionsFor(
  kind: KindInfo,
  partitions: readonly Partition[],
  namespace: string | undefined,
): readonly Partition[] {
  if (kind.scope === 'Cluster' || !namespace) return partitions;
  const covering = partitions.filter((partition) => partition.covers(namespace));
  const own = covering.filter((partition) => partition.namespace === namespace);
  if (own.length > 0) return own;
  if (covering.length > 0) return covering;
  throw new NamespaceNotCachedError(
    kind.gvk,
    namespace,
    partitions.map((partition) => partition.namespace),
  );
}

/** The object with this key; frozen. */
export function readOne(kind: KindInfo, partitions: readonly Partition[], key: ObjectKey): Found | undefined {
  const text = kind.scope === 'Cluster' ? key.name : keyOf(key);
  for (const { store, ownWrites } of partitions) {
    const object = store.get(text);
    if (object && !ownWrites.hides(object)) return object;
  }
  return undefined;
}

/**
 * The objects that the options select, and how many more there are than `limit`; frozen. Fields must be indexed, because a
 * cache cannot look into objects.
 */
export function readMany(
  kind: KindInfo,
  partitions: readonly Partition[],
  options: ListOptions,
): { items: Found[]; remaining: number } {
  if (options.continue)
    throw new Error(
      `a cached list of ${kind.gvk.kind} comes in one piece; leave out "continue", or read with { source: 'live' }`,
    );
  const namespace = kind.scope === 'Cluster' ? undefined : options.namespace;
  const [first, ...rest] = lookups(kind, partitions, options);
  let found = first ? byLookup(partitions, first) : partitions.flatMap(({ store }) => store.list(namespace));
  for (const lookup of rest) {
    const allowed = new Set(byLookup(partitions, lookup));
    found = found.filter((object) => allowed.has(object));
  }
  if (first && namespace) found = found.filter((object) => object.metadata.namespace === namespace);
  const hiding = partitions.map(({ ownWrites }) => ownWrites).filter(({ isHiding }) => isHiding);
  if (hiding.length > 0) found = found.filter((object) => !hiding.some((ownWrites) => ownWrites.hides(object)));
  if (options.labels !== undefined) {
    const matches = labelMatcher(options.labels);
    found = found.filter((object) => matches(object.metadata.labels));
  }
  const items = options.limit ? found.slice(0, options.limit) : found;
  return { items, remaining: found.length - items.length };
}

interface Lookup {
  readonly name: string;
  readonly value: string;
}

function byLookup(partitions: readonly Partition[], { name, value }: Lookup): Found[] {
  return partitions.flatMap(({ store }) => {
    if (name === 'metadata.name') return store.list().filter((object) => object.metadata.name === value);
    if (name === 'metadata.namespace') return value === '' ? [] : store.list(value);
    return store.byIndex(name, value);
  });
}

function lookups(kind: KindInfo, partitions: readonly Partition[], options: ListOptions): Lookup[] {
  const terms = [...fieldTerms(kind, options.fields), ...(options.index ? [options.index] : [])];
  for (const { name, value } of terms) {
    if (typeof value !== 'string')
      throw new InvalidCallError(
        `invalid value ${quoted(value)} for the index "${name}" of ${kind.gvk.kind}: use a string`,
      );
    const isKnown = name.startsWith('metadata.name') || partitions.every(({ store }) => store.hasIndex(name));
    if (!isKnown)
      throw new Error(
        `the cache of ${kind.gvk.kind} has no index "${name}"; register one with cache.index(${kind.gvk.kind}, "${name}", …), or read with { source: 'live' }`,
      );
  }
  return terms;
}

function fieldTerms(kind: KindInfo, fields: ListOptions['fields']): Lookup[] {
  if (fields === undefined || fields === '') return [];
  if (typeof fields !== 'string') return Object.entries(fields).map(([name, value]) => ({ name, value }));
  return fields.split(',').map((term) => {
    const [, name, value] = /^([^!=]+)==?([^=]*)$/.exec(term.trim()) ?? [];
    if (name === undefined || value === undefined)
      throw new Error(
        `a cached list of ${kind.gvk.kind} can only select fields by equality, not by "${term}"; read with { source: 'live' }`,
      );
    return { name: name.trim(), value: value.trim() };
  });
}
