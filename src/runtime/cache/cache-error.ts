/** What can go wrong with reads from a cache. */
import type { GVK } from '../object/kind.js';
import { apiVersionOf } from '../object/kind.js';
import { is } from '../client/requests/api-error.js';
import { missingMarker } from '../client/requests/missing-marker.js';

/**
 * The cache of a kind could not be filled. `cause` is the last answer of the API server.
 * @example
 * ```ts
 * await using cache = createCache({ transport });
 * cache.start();
 * const Unknown = defineKind({ group: 'none.my.domain', version: 'v1', kind: 'None', plural: 'nones', scope: 'Cluster' });
 * const error: unknown = await cache.list(Unknown).catch((reason: unknown) => reason);
 * console.log(error instanceof CacheSyncError, is.noMatch(error)); // true true
 * ```
 */
export class CacheSyncError extends Error {
  override readonly name = 'CacheSyncError';
  readonly gvk: GVK;
  constructor(gvk: GVK, cause: unknown, waited?: string) {
    const what = `the cache of ${gvk.kind} (${apiVersionOf(gvk)}) is not filled${waited === undefined ? '' : ` after ${waited}`}`;
    super(`${what}: ${reasonOf(cause)}${adviceFor(cause, gvk)}`, { cause });
    this.gvk = gvk;
  }
}

/** The cache was asked before the manager started it. */
export class CacheNotStartedError extends Error {
  override readonly name = 'CacheNotStartedError';
  constructor(gvk: GVK) {
    super(
      `${gvk.kind} was read from the cache before the cache was started; start the manager first, or read with client.live`,
    );
  }
}

/** The kind has no informer, and the cache was told not to start any for a read. */
export class NotCachedError extends Error {
  override readonly name = 'NotCachedError';
  readonly gvk: GVK;
  constructor(gvk: GVK) {
    super(
      `${gvk.kind} (${apiVersionOf(gvk)}) is not cached; watch it with a controller, or read it with { source: 'live' }`,
    );
    this.gvk = gvk;
  }
}

/** The cache watches some namespaces, and the one asked for is not among them. */
export class NamespaceNotCachedError extends Error {
  override readonly name = 'NamespaceNotCachedError';
  constructor(gvk: GVK, namespace: string, cached: readonly string[]) {
    const known = cached.map((name) => (name === '' ? 'others' : `"${name}"`)).join(', ');
    super(
      `namespace "${namespace}" is not cached for ${gvk.kind}, only ${known}; ` +
        `add it to the namespaces of the cache, or read with { source: 'live' }`,
    );
  }
}

/** The object exists, but this replica works on another part of its kind. */
export class NotInShardError extends Error {
  override readonly name = 'NotInShardError';
  constructor(gvk: GVK, key: string, { index, count }: { readonly index: number; readonly count: number }) {
    super(
      `${gvk.kind} ${key} is not in shard ${index} of ${count}, which is what this replica caches of ${gvk.kind}; ` +
        `read it with { source: 'live' }`,
    );
  }
}

/** The cache has not seen a write of this process in time. */
export class StaleCacheError extends Error {
  override readonly name = 'StaleCacheError';
  readonly gvk: GVK;
  constructor(gvk: GVK, what: { key: string; resourceVersion: string; waitedMs: number }) {
    super(
      `the cache of ${gvk.kind} has not seen the write of ${what.key} (version ${what.resourceVersion}) within ${what.waitedMs} ms; ` +
        `try again, read with { source: 'live' }, or accept old state with { consistency: 'eventual' }`,
    );
    this.gvk = gvk;
  }
}

function reasonOf(cause: unknown): string {
  if (cause === undefined) return 'the API server has not answered yet';
  return cause instanceof Error ? cause.message : String(cause);
}

function adviceFor(cause: unknown, gvk: GVK): string {
  // The message of a refused ServiceAccount has the marker that is missing.
  if (is.forbidden(cause))
    return missingMarker(reasonOf(cause)) === undefined
      ? `; allow get, list and watch on ${gvk.kind} in the role of this operator`
      : '';
  if (is.noMatch(cause)) return '';
  if (is.notFound(cause)) return `; if ${gvk.kind} is a custom resource, install its CRD`;
  return '';
}
