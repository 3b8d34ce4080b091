// +groupName=validation-maximum.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:Maximum=10
  field?: Int32;
  named?: Named;
  // +kubebuilder:validation:items:Maximum=10
  items?: Int32[];
}

// Named has a marker.
// +kubebuilder:validation:Maximum=10
export type Named = Int32;
