/** Writing `status`, as types: what a kind declares is checked. */
import type { ConditionInput } from '../../object/conditions.js';
import type { Condition, KubeObject } from '../../object/meta.js';
import type { WholeObject } from '../../object/partial.js';
import type { AnyForm, DeepReadonly, Written } from '../../object/readonly.js';
import type { CallOptions, DeepPartial, Patch, PatchOptions, Ref, WriteOptions } from '../requests/call-options.js';

/** The status of a kind; any object where the kind is not known. */
export type StatusOf<T extends KubeObject> = KubeObject extends T
  ? object
  : T extends { status?: infer Status }
    ? NonNullable<Status>
    : never;

/** A part of an object that says something about its status. */
export interface StatusBody<T extends KubeObject> {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: DeepPartial<KubeObject['metadata']>;
  readonly status?: DeepPartial<StatusOf<T>>;
}

/** One condition of a kind, with the types and reasons that the kind declares. */
export type ConditionOfKind<T extends KubeObject> = KubeObject extends T
  ? Condition
  : StatusOf<T> extends { conditions?: infer List }
    ? NonNullable<List> extends readonly (infer Item)[]
      ? Item extends Condition
        ? Item
        : never
      : never
    : never;

/** A status as a reconciler reports it: conditions need neither times nor generations, and `undefined` is not reported. */
export type StatusReport<T extends KubeObject> = KubeObject extends T ? object : ReportFields<StatusOf<T>>;

type ReportFields<Status> = {
  readonly [Key in keyof Status]?:
    | (Key extends 'conditions' ? Reported<Status[Key]> : DeepReadonly<Status[Key]>)
    | undefined;
};

type Reported<List> =
  NonNullable<List> extends readonly (infer Item)[]
    ? Item extends Condition
      ? readonly ConditionInput<Item>[]
      : DeepReadonly<List>
    : DeepReadonly<List>;

/** Reads and writes the status of objects. Needs the right to `patch` (or `update`) the subresource `status`. */
export interface StatusClient {
  get<T extends KubeObject>(target: Ref<T>, options?: CallOptions): Promise<Written<T>>;
  update<T extends KubeObject>(
    target: Ref<T>,
    body: NoInfer<AnyForm<T> | StatusBody<T>> & WholeObject,
    options?: WriteOptions,
  ): Promise<Written<T>>;
  patch<T extends KubeObject>(target: Ref<T>, patch: Patch<NoInfer<T>>, options?: PatchOptions): Promise<Written<T>>;
  /** Server-side apply: what this field manager applied before and leaves out now goes away. */
  apply<T extends KubeObject>(
    target: Ref<T>,
    desired: StatusBody<NoInfer<T>>,
    options?: PatchOptions,
  ): Promise<Written<T>>;
  /**
   * Sets one condition and leaves all others to whoever set them. Time of transition and observed generation are filled in.
   * False when the object said so already, and nothing was sent.
   */
  setCondition<T extends KubeObject>(
    object: AnyForm<T>,
    condition: ConditionInput<NoInfer<ConditionOfKind<T>>>,
    options?: WriteOptions,
  ): Promise<boolean>;
  /**
   * Says the whole of what this field manager has to say in the status: what it said before and leaves out now goes away, what
   * others said stays. Conditions get times and generations. With a cache, nothing is sent when nothing has changed.
   */
  report<T extends KubeObject>(
    object: AnyForm<T>,
    status: StatusReport<NoInfer<T>>,
    options?: WriteOptions,
  ): Promise<Written<T>>;
}
