/** What a client can do, as types; `createClient` makes one. */
import type { Kind, ObjectInput } from '../object/kind.js';
import type { LabelSelectorInput } from '../object/label-selector.js';
import type { KubeList, KubeObject, ObjectKey } from '../object/meta.js';
import type { WholeObject } from '../object/partial.js';
import type { AnyForm, AnyObject, DeepReadonly, Stored, Written } from '../object/readonly.js';
import type {
  AnyRef,
  ApplyInput,
  CallOptions,
  DeleteAllOptions,
  DeleteOptions,
  DeleteResult,
  ListOptions,
  Patch,
  PatchOptions,
  ReadOptions,
  Ref,
  WatchOptions,
  WatchPhase,
  WriteOptions,
} from './requests/call-options.js';
import type { OwnedClient } from './owned-contract.js';
import type { RestMapper } from './requests/rest-mapper.js';
import type { StatusClient } from './status/status-contract.js';

/** Reads objects. */
export interface Reader {
  /** Rejects with an `ApiError` for which `is.notFound` is true when there is no such object. */
  get<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: ReadOptions): Promise<Stored<T>>;
  /** Like `get`, but resolves to `undefined` when there is no such object. */
  find<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: ReadOptions): Promise<Stored<T> | undefined>;
  list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<KubeList<Stored<T>>>;
}

/** Writes objects. None of these change their arguments; they return what the server stored. */
export interface Writer {
  create<T extends AnyObject & WholeObject>(object: AnyForm<T>, options?: WriteOptions): Promise<Written<T>>;
  update<T extends AnyObject & WholeObject>(object: AnyForm<T>, options?: WriteOptions): Promise<Written<T>>;
  patch<T extends KubeObject>(target: Ref<T>, patch: Patch<NoInfer<T>>, options?: PatchOptions): Promise<Written<T>>;
  /**
   * Server-side apply; creates the object when it does not exist. Needs a field manager, as an option or a default. A client
   * with a cache sends nothing when the cache shows that this manager has applied just that, and nobody changed it.
   */
  apply<T extends KubeObject & WholeObject>(
    desired: ApplyInput<T> | AnyForm<T>,
    options?: PatchOptions,
  ): Promise<Written<T>>;
  apply<T extends KubeObject & WholeObject>(
    kind: Kind<T>,
    desired: NoInfer<T>,
    options?: PatchOptions,
  ): Promise<Written<T>>;
  // The last one, as compilers report why it does not match.
  apply<T extends KubeObject & WholeObject>(
    kind: Kind<T>,
    desired: ApplyInput<T>,
    options?: PatchOptions,
  ): Promise<Written<T>>;
  delete<T extends KubeObject>(target: Ref<T>, options?: DeleteOptions): Promise<DeleteResult<T>>;
  deleteAllOf<T extends KubeObject>(kind: Kind<T>, options: DeleteAllOptions): Promise<void>;
}

/** Reads and writes one subresource, such as `scale`. */
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
  /**
   * Becomes the controller of what `create` and `apply` write, unless that has one, and gives it its namespace, unless that names
   * one. It must have been read or created.
   */
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
  readonly status: StatusClient;
  subresource(name: string): SubresourceClient;
  /** The children of an object: what it owns is created, applied and listed by this. */
  owned(owner: AnyObject): OwnedClient;
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
export type * from './owned-contract.js';
export type * from './requests/call-options.js';
export type * from './status/status-contract.js';
