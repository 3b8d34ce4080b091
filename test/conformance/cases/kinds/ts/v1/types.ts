// +groupName=kinds.kbts.dev
// +versionName=v1

import type { CustomResource, ObjectMeta } from 'kbts/runtime';

// Extended extends CustomResource.
export interface Extended extends CustomResource<Spec, Status> {}

// Alone has no status.
export interface Alone extends CustomResource<Spec> {}

// Explicit names all members.
// +kubebuilder:object:root=true
export interface Explicit {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;
  // Spec may be missing.
  spec?: Spec;
  // Data is a top-level field.
  data?: Record<string, string>;
}

// Unmarked has the members of a kind, which is enough.
export interface Unmarked {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: Spec;
}

// Described redeclares its spec.
export interface Described extends CustomResource<Spec, Status> {
  // Wanted.
  spec: Spec;
  // Seen.
  // +optional
  status?: Status;
}

// Literal says its own names.
export interface Literal extends CustomResource<Spec> {
  apiVersion: 'kinds.kbts.dev/v1';
  kind: 'Literal';
}

// ClassKind is a class.
// +kubebuilder:object:root=true
export class ClassKind {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;
  spec!: Spec;
}

// +kubebuilder:object:root=true
// +kubebuilder:resource:path=others
export type Other = Alone;

// Lists are no kinds.
export interface AloneList {
  apiVersion: string;
  kind: string;
  metadata: { continue?: string };
  items: Alone[];
}

// +kubebuilder:object:root=false
export interface NoKind extends CustomResource<Spec> {}

// Spec is the spec.
export interface Spec {
  a?: string;
}

// Status is the status.
export interface Status {
  b?: string;
}
