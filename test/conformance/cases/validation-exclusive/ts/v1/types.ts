// +groupName=validation-exclusive.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:Maximum=10
  // +kubebuilder:validation:ExclusiveMaximum=true
  a?: Int32;
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:ExclusiveMinimum=true
  b?: number;
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:ExclusiveMinimum=false
  c?: number;
  // +kubebuilder:validation:items:Minimum=1
  // +kubebuilder:validation:items:ExclusiveMinimum=true
  d?: Int32[];
}

