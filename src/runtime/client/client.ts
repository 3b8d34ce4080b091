/** What a client can do, as types; `createClient` makes one. */
import type { Kind, KindInfo, ObjectInput } from '../object/kind.js';
import type { LabelSelectorInput } from '../object/label-selector.js';
import type { KubeList, KubeObject, ObjectKey } from '../object/meta.js';
import type { DeepReadonly, MaybeReadonly } from '../object/readonly.js';
import type { RestMapper } from './rest-mapper.js';

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** Options of calls that change something. */
export interface WriteOptions extends CallOptions {
  readonly dryRun?: boolean;
  readonly fieldManager?: string;
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
  /** `eventual`: later reads from a cache do not wait for this write. */
  readonly consistency?: 'eventual';
}

/** Where a read comes from, and how fresh it must be. */
export interface ReadOptions extends CallOptions {
  /** `cache` (the default for a manager's client) or `live`, which asks the API server. */
  readonly source?: 'cache' | 'live';
  /** `ownWrites` (the default inside a reconciler) waits until the cache has seen what this process wrote. */
  readonly consistency?: 'eventual' | 'ownWrites';
}

/** Which objects a list returns. */
export interface ListOptions extends ReadOptions {
  readonly namespace?: string;
  readonly labels?: LabelSelectorInput;
  readonly fields?: string | Readonly<Record<string, string>>;
  /** Objects whose cache index `name` has `value`; only for reads from a cache. */
  readonly index?: { readonly name: string; readonly value: string };
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'NotOlderThan' | 'Exact';
}

/** Options of a watch. */
export interface WatchOptions extends CallOptions {
  readonly namespace?: string;
  readonly labels?: LabelSelectorInput;
  readonly fields?: string | Readonly<Record<string, string>>;
  readonly resourceVersion?: string;
}

/** What a watch yields: first the state as it is, then every change. It resumes by itself. */
export type WatchPhase<T> =
  | { readonly type: 'init' }
  | { readonly type: 'initApply'; readonly object: T }
  | { readonly type: 'initDone'; readonly resourceVersion: string }
  | { readonly type: 'apply'; readonly object: T }
  | { readonly type: 'delete'; readonly object: T }
  | { readonly type: 'bookmark'; readonly resourceVersion: string }
  | { readonly type: 'error'; readonly error: Error; readonly retryInMs: number };

/** An object by its kind and name. */
export interface KindRef<T extends KubeObject> extends ObjectKey {
  readonly kind: Kind<T>;
}

/** An object, or the name of one. */
export type Ref<T extends KubeObject> = MaybeReadonly<T> | KindRef<T>;

/** An object of any kind, or the name of one: for calls whose answer does not depend on the type of the object. */
export type AnyRef = DeepReadonly<KubeObject> | KubeObject | (ObjectKey & { readonly kind: KindInfo });

/** One operation of RFC 6902. */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

/** A change to an object. */
export type Patch =
  | { readonly type: 'merge'; readonly body: object }
  | { readonly type: 'json'; readonly operations: readonly JsonPatchOperation[] }
  | { readonly type: 'strategic'; readonly body: object }
  | { readonly type: 'raw'; readonly contentType: string; readonly body: string };

/** Options of a patch. */
export interface PatchOptions extends WriteOptions {
  readonly force?: boolean;
}

/** Any depth of an object may be left out: what is left out is not managed by this field manager. */
export type ApplyInput<T extends KubeObject> = { readonly apiVersion?: string; readonly kind?: string } & DeepPartial<
  Omit<T, 'apiVersion' | 'kind'>
> & { readonly metadata: { readonly name?: string } };

/** `T` with every property optional, all the way down. */
export type DeepPartial<T> = T extends readonly (infer Item)[]
  ? readonly DeepPartial<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]?: DeepPartial<T[Key]> }
    : T;

/** Options of a delete. */
export interface DeleteOptions extends CallOptions {
  readonly dryRun?: boolean;
  readonly propagation?: 'Foreground' | 'Background' | 'Orphan';
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}

/** Options of `deleteAllOf`. */
export interface DeleteAllOptions extends DeleteOptions {
  readonly namespace?: string;
  readonly labels?: LabelSelectorInput;
  readonly fields?: string | Readonly<Record<string, string>>;
}

/** `terminating` when finalizers or a grace period keep the object. */
export type DeleteResult<T> =
  | { readonly state: 'deleted'; readonly uid?: string }
  | { readonly state: 'terminating'; readonly object: T };

/** Reads objects. */
export interface Reader {
  /** Rejects with an `ApiError` for which `is.notFound` holds when there is no such object. */
  get<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: ReadOptions): Promise<DeepReadonly<T>>;
  /** Like `get`, but resolves to `undefined` when there is no such object. */
  find<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options?: ReadOptions,
  ): Promise<DeepReadonly<T> | undefined>;
  list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<KubeList<DeepReadonly<T>>>;
}

/** Writes objects. None of these change their arguments; they return what the server stored. */
export interface Writer {
  create<T extends KubeObject>(object: MaybeReadonly<T>, options?: WriteOptions): Promise<T>;
  update<T extends KubeObject>(object: MaybeReadonly<T>, options?: WriteOptions): Promise<T>;
  patch<T extends KubeObject>(target: Ref<T>, patch: Patch, options?: PatchOptions): Promise<T>;
  /** Server-side apply; creates the object when it does not exist. Needs a field manager, as an option or a default. */
  apply<T extends KubeObject>(desired: ApplyInput<T> | MaybeReadonly<T>, options?: PatchOptions): Promise<T>;
  apply<T extends KubeObject>(kind: Kind<T>, desired: ApplyInput<T>, options?: PatchOptions): Promise<T>;
  delete<T extends KubeObject>(target: Ref<T>, options?: DeleteOptions): Promise<DeleteResult<T>>;
  deleteAllOf<T extends KubeObject>(kind: Kind<T>, options: DeleteAllOptions): Promise<void>;
}

/** Reads and writes one subresource, such as `status` or `scale`. */
export interface SubresourceClient {
  get<B extends object>(target: AnyRef, options?: CallOptions): Promise<B>;
  create<B extends object>(target: AnyRef, body: object, options?: WriteOptions): Promise<B>;
  update<T extends object>(target: AnyRef, body: object, options?: WriteOptions): Promise<T>;
  patch<T extends object>(target: AnyRef, patch: Patch, options?: PatchOptions): Promise<T>;
  apply<T extends object>(target: AnyRef, desired: object, options?: PatchOptions): Promise<T>;
}

/** Values that a client fills in when a call does not give them. */
export interface ClientDefaults {
  readonly namespace?: string;
  readonly fieldManager?: string;
  readonly dryRun?: boolean;
  readonly fieldValidation?: WriteOptions['fieldValidation'];
  /** Becomes the controller of what `create` and `apply` write, unless that has one. It must have been read or created. */
  readonly owner?: KubeObject | DeepReadonly<KubeObject>;
}

/**
 * Everything an operator does with the API server.
 * @example
 * ```ts
 * const made = await client.create(new ConfigMap({ metadata: { namespace: 'default', name: 'a' }, data: { n: '1' } }));
 * await client.patch(made, { type: 'merge', body: { data: { n: '2' } } });
 * await client.apply(ConfigMap, { metadata: { namespace: 'default', name: 'a' }, data: { m: '3' } }, { fieldManager: 'me' });
 * await client.status.patch({ kind: Guestbook, ...key }, { type: 'merge', body: { status: { ready: true } } });
 * const { data } = await client.get(ConfigMap, { namespace: 'default', name: 'a' });
 * console.log(data?.n, data?.m, (await client.delete(made)).state); // 2 3 deleted
 * ```
 */
export interface Client extends Reader, Writer {
  /** All objects, page by page, from the API server. */
  pages<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): AsyncIterable<KubeList<T>>;
  watch<T extends KubeObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchPhase<T>>;
  /** Writes `status` only. */
  readonly status: SubresourceClient;
  subresource(name: string): SubresourceClient;
  /** A client with these defaults. */
  with(defaults: ClientDefaults): Client;
  /** What calls are filled up with. */
  readonly defaults?: ClientDefaults;
  /** Reads that always ask the API server. */
  readonly live: Reader;
  /** Which kinds the API server knows. */
  readonly mapper: RestMapper;
}

/** Re-exported for callers that build objects. */
export type { Kind, LabelSelectorInput, ObjectInput };
