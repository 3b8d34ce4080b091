/** Arguments of a client's calls, as types. */
import type { Kind, KindInfo } from '../../object/kind.js';
import type { LabelSelectorInput } from '../../object/label-selector.js';
import type { KubeObject, ObjectKey } from '../../object/meta.js';
import type { AnyForm, DeepReadonly } from '../../object/readonly.js';

/** Options of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** Options of calls that change something. */
export interface WriteOptions extends CallOptions {
  readonly dryRun?: boolean | undefined;
  readonly fieldManager?: string | undefined;
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict' | undefined;
  /** `eventual`: later reads from a cache do not wait for this write. */
  readonly consistency?: 'eventual' | undefined;
}

/** Where a read comes from, and how fresh it must be. */
export interface ReadOptions extends CallOptions {
  /** `cache` (the default for a manager's client) or `live`, which asks the API server. */
  readonly source?: 'cache' | 'live' | undefined;
  /** `ownWrites` (the default inside a reconciler) waits until the cache has seen what this process wrote. */
  readonly consistency?: 'eventual' | 'ownWrites' | undefined;
}

/** Which objects a list returns. */
export interface ListOptions extends ReadOptions {
  readonly namespace?: string | undefined;
  readonly labels?: LabelSelectorInput | undefined;
  readonly fields?: string | Readonly<Record<string, string>> | undefined;
  /** Objects whose cache index `name` has `value`; only for reads from a cache. */
  readonly index?: { readonly name: string; readonly value: string };
  readonly limit?: number | undefined;
  readonly continue?: string | undefined;
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: 'NotOlderThan' | 'Exact' | undefined;
}

/** Options of a watch. */
export interface WatchOptions extends CallOptions {
  readonly namespace?: string | undefined;
  readonly labels?: LabelSelectorInput | undefined;
  readonly fields?: string | Readonly<Record<string, string>> | undefined;
  readonly resourceVersion?: string | undefined;
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

/** An object, or the name of one. TypeScript before 7 infers from the first that fits, and a name could be any object. */
export type Ref<T extends KubeObject> = KindRef<T> | AnyForm<T>;

/** An object of any kind, or the name of one: for calls whose answer does not depend on the type of the object. */
export type AnyRef = DeepReadonly<KubeObject> | KubeObject | (ObjectKey & { readonly kind: KindInfo });

/** One operation of RFC 6902. */
export type JsonPatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move' | 'copy'; readonly from: string; readonly path: string };

/** What a merge patch of `T` may say: any part of it, where `null` removes. Lists are replaced as a whole. */
export type MergeBody<T> = T extends Primitive
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]?: MergeBody<T[Key]> | null }
      : T;

/** A change to an object. The body of a merge patch is checked against the kind, where that is known. */
export type Patch<T extends KubeObject = KubeObject> =
  | { readonly type: 'merge'; readonly body: KubeObject extends T ? object : MergeBody<T> }
  | { readonly type: 'json'; readonly operations: readonly JsonPatchOperation[] }
  | { readonly type: 'strategic'; readonly body: object }
  | { readonly type: 'raw'; readonly contentType: string; readonly body: string };

/** Options of a patch. */
export interface PatchOptions extends WriteOptions {
  readonly force?: boolean | undefined;
  /** `send`: an `apply` goes to the API server also when the cache shows that it would change nothing. */
  readonly unchanged?: 'skip' | 'send' | undefined;
}

/** Any depth of an object may be left out: what is left out is not managed by this field manager. */
export type ApplyInput<T extends KubeObject> = {
  readonly apiVersion?: T['apiVersion'] | undefined;
  readonly kind?: T['kind'] | undefined;
} & DeepPartial<Omit<T, 'apiVersion' | 'kind'>> & { readonly metadata: { readonly name: string } };

/** `T` with every property optional, all the way down. */
export type DeepPartial<T> = T extends Primitive
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepPartial<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]?: DeepPartial<T[Key]> }
      : T;

/** Asked for first: a number with a format, such as `Int64`, is an object to TypeScript too, with the methods of numbers. */
type Primitive = string | number | boolean | null | undefined;

/** Options of a delete. */
export interface DeleteOptions extends CallOptions {
  readonly dryRun?: boolean | undefined;
  readonly propagation?: 'Foreground' | 'Background' | 'Orphan' | undefined;
  readonly gracePeriodSeconds?: number | undefined;
  /** The server refuses the delete (conflict) unless the object has this uid or version. */
  readonly preconditions?: Preconditions;
}

/** At least one of both; `undefined` is refused, as it would make the delete unconditional. */
export type Preconditions =
  | { readonly uid: string; readonly resourceVersion?: never }
  | { readonly uid?: never; readonly resourceVersion: string }
  | { readonly uid: string; readonly resourceVersion: string };

/** Options of `deleteAllOf`: a selector that selects something, or `all: true`. */
export type DeleteAllOptions = DeleteOptions & { readonly namespace?: string } & DeleteSelection;

/** What is deleted. */
export type DeleteSelection =
  | { readonly labels: LabelSelectorInput; readonly fields?: FieldSelectorInput; readonly all?: never }
  | { readonly labels?: LabelSelectorInput; readonly fields: FieldSelectorInput; readonly all?: never }
  | { readonly labels?: never; readonly fields?: never; readonly all: true };

/** A field selector: equality pairs, or a selector string. */
export type FieldSelectorInput = string | Readonly<Record<string, string>>;

/** `terminating` when finalizers or a grace period keep the object. */
export type DeleteResult<T> =
  | { readonly state: 'deleted'; readonly uid?: string }
  | { readonly state: 'terminating'; readonly object: T };
