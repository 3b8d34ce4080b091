/** The shape that all stored objects share. */
import type { JsonObject, JsonValue } from '../../kubernetes/json/json-value.js';

/** Who made an object, as far as garbage collection needs it. */
export type OwnerReference = {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
};

/** One field manager and what it owns. */
export type ManagedFieldsEntry = {
  manager?: string;
  operation?: string;
  apiVersion?: string;
  time?: string;
  fieldsType?: string;
  fieldsV1?: JsonObject;
  subresource?: string;
};

/** Metadata as it is stored; a checked view of `metadata`. */
export type Metadata = {
  name?: string;
  generateName?: string;
  namespace?: string;
  uid?: string;
  resourceVersion?: string;
  generation?: number;
  creationTimestamp?: string;
  deletionTimestamp?: string;
  deletionGracePeriodSeconds?: number;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
  managedFields?: ManagedFieldsEntry[];
  selfLink?: string;
};

/** Any Kubernetes object. */
export type ApiObject = { apiVersion: string; kind: string; metadata: Metadata } & {
  [field: string]: JsonValue | undefined;
};

/** `namespace/name`, or `/name` for cluster-scoped objects. */
export function objectKey(namespace: string | undefined, name: string): string {
  return `${namespace ?? ''}/${name}`;
}

/** The key of an object that has a name. */
export function keyOf(object: ApiObject): string {
  return objectKey(object.metadata.namespace, object.metadata.name ?? '');
}

/** The `spec`, `status` or other object-valued field; empty when absent. */
export function section(object: ApiObject, field: string): JsonObject {
  const value = object[field];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}
