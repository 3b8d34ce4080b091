// +groupName=validation-type.kbts.dev
// +versionName=v1

import type { CustomResource, Int32, Json } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:Type=string
  a?: Int32;
  // +kubebuilder:validation:Type=object
  // +kubebuilder:pruning:PreserveUnknownFields
  b?: Json;
}

