// +groupName=schemaless.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // A is free.
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:pruning:PreserveUnknownFields
  a?: Thing;
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:validation:Type=string
  // +kubebuilder:validation:MaxLength=3
  b?: Thing;
}

// Thing is.
export interface Thing {
  x?: string;
}
