/** What a client does for the children of one object, as types. */
import type { Kind } from '../object/kind.js';
import type { LabelSelectorInput } from '../object/label-selector.js';
import type { KubeObject } from '../object/meta.js';
import type { WholeObject } from '../object/partial.js';
import type { AnyForm, AnyObject, Stored, Written } from '../object/readonly.js';
import type { ApplyInput, CallOptions, PatchOptions, WriteOptions } from './requests/call-options.js';

/** How a child is applied. Conflicts are no option: an own child is forced, and what belongs to others is never taken over. */
export interface OwnedApplyOptions extends Omit<PatchOptions, 'force'> {
  /** Take over an object of this name that exists and has no controller. */
  readonly adopt?: boolean | undefined;
}

/** Which children are listed. */
export interface OwnedListOptions extends CallOptions {
  readonly labels?: LabelSelectorInput | undefined;
}

/** Writes and lists the objects that one object controls. They live in its namespace and are deleted with it. */
export interface OwnedClient {
  /** Rejects when an object of this name exists. */
  create<T extends AnyObject & WholeObject>(object: AnyForm<T>, options?: WriteOptions): Promise<Written<T>>;
  /**
   * Makes the child as `desired` says; creates it when it does not exist. Rejects with a `NotOwnedError` when an object of this
   * name exists and the owner does not control it.
   */
  apply<T extends KubeObject & WholeObject>(
    desired: ApplyInput<T> | AnyForm<T>,
    options?: OwnedApplyOptions,
  ): Promise<Written<T>>;
  apply<T extends KubeObject & WholeObject>(
    kind: Kind<T>,
    desired: NoInfer<T>,
    options?: OwnedApplyOptions,
  ): Promise<Written<T>>;
  apply<T extends KubeObject & WholeObject>(
    kind: Kind<T>,
    desired: ApplyInput<T>,
    options?: OwnedApplyOptions,
  ): Promise<Written<T>>;
  /** The children of a kind. From a cache, by an index of owners. */
  list<T extends KubeObject>(kind: Kind<T>, options?: OwnedListOptions): Promise<readonly Stored<T>[]>;
}
