/** What the server knows about one resource at one version. */
import type { ResourceName } from '../api-status.js';
import type { JsonObject } from '../../kubernetes/json/json-value.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';

/** Verbs of a resource, as discovery lists them. */
export type Verb = 'create' | 'delete' | 'deletecollection' | 'get' | 'list' | 'patch' | 'update' | 'watch';

/** One subresource, as discovery lists it. */
export interface SubresourceType {
  readonly name: string;
  readonly kind: string;
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
}

/** One column of `kubectl get`. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly jsonPath: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
}

/** What a CustomResourceDefinition adds to a resource. */
export interface CustomResourceInfo {
  readonly crdName: string;
  readonly storageVersion: string;
  /** The schemas of all versions, served or not: objects are read by the one in which they were written. */
  readonly schemas: ReadonlyMap<string, SchemaNode | undefined>;
  readonly conversion: JsonObject;
  readonly columns: readonly PrinterColumn[];
  readonly scale?: { readonly specPath: string; readonly statusPath: string; readonly selectorPath?: string };
}

/** One resource at one served version. */
export interface ResourceType extends ResourceName {
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  readonly singular: string;
  readonly isNamespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly verbs: readonly Verb[];
  readonly subresources: readonly SubresourceType[];
  /** The collection of the objects; versions of one resource share it. */
  readonly collection: string;
  /** Fields that selectors may name besides name and namespace. */
  readonly selectableFields: ReadonlySet<string>;
  readonly schema: SchemaNode | undefined;
  readonly custom?: CustomResourceInfo;
}

/** `apps/v1`, or `v1`. */
export function apiVersionOf(type: { readonly group: string; readonly version: string }): string {
  return type.group === '' ? type.version : `${type.group}/${type.version}`;
}

/** Whether a resource has a subresource. */
export function hasSubresource(type: ResourceType, name: string): boolean {
  return type.subresources.some((subresource) => subresource.name === name);
}

/** Whether a subresource writes the status or a part of it; `approval` is the part of signing requests that approvers write. */
export function isPartOfStatus(subresource: string): boolean {
  return subresource === 'status' || subresource === 'approval';
}
