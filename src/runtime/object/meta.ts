/** The parts that every Kubernetes object has. */
import type { Int64, MicroTime, Time } from './schema-types.js';

/** Which object owns this one; the garbage collector deletes dependents of a deleted owner. */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** Which fields a manager owns, as the API server records it. */
export interface ManagedFieldsEntry {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: Time;
  fieldsType?: string;
  fieldsV1?: object;
  subresource?: string;
}

/** Standard metadata of a Kubernetes object. Times are kept as the server sent them. */
export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: Int64;
  creationTimestamp?: Time;
  deletionTimestamp?: Time;
  deletionGracePeriodSeconds?: Int64;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
  managedFields?: ManagedFieldsEntry[];
  selfLink?: string;
}

/** Metadata of a list. */
export interface ListMeta {
  resourceVersion?: string;
  continue?: string;
  remainingItemCount?: Int64;
  selfLink?: string;
  /** Set by servers that return a part of the objects, chosen by a hash of their keys. */
  shardInfo?: unknown;
}

/** The least that the runtime needs of an object. */
export interface KubeObject {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
}

/** A list as the API server returns it. */
export interface KubeList<T> {
  apiVersion?: string;
  kind?: string;
  metadata: ListMeta;
  items: T[];
}

/** An object inside of another one, as in `volumeClaimTemplates`: the API server fills in `apiVersion` and `kind`. */
export type ObjectTemplate<T extends KubeObject> = Omit<T, 'apiVersion' | 'kind'> &
  Partial<Pick<T, 'apiVersion' | 'kind'>>;

/** One observation of an object's state, as in `status.conditions`. */
export interface Condition {
  type: string;
  status: 'True' | 'False' | 'Unknown';
  observedGeneration?: Int64;
  lastTransitionTime: Time;
  reason: string;
  message: string;
}

/**
 * What a user's kind extends. `spec` is required, `status` is optional, and absent when `Status` is
 * left out.
 * @example
 * ```ts
 * interface WidgetSpec {
 *   size: number;
 * }
 * interface Widget extends CustomResource<WidgetSpec, { conditions?: Condition[] }> {}
 * const size = (widget: Widget): number => widget.spec.size;
 * ```
 */
export interface CustomResource<Spec, Status = never> extends KubeObject {
  spec: Spec;
  status?: Status;
}

/** The name of an object, and its namespace unless it is cluster-scoped. */
export interface ObjectKey {
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** Times with microseconds are used by leases and events. */
export type { MicroTime, Time };
