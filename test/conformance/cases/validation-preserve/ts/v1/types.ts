// +groupName=validation-preserve.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:XPreserveUnknownFields
  a?: Thing;
  // +kubebuilder:pruning:PreserveUnknownFields
  b?: Thing;
  c?: Open;
}

// Thing is.
export interface Thing {
  x?: string;
}

// Open keeps all.
// +kubebuilder:pruning:PreserveUnknownFields
export interface Open {
  x?: string;
}
