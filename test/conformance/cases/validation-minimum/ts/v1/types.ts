// +groupName=validation-minimum.kbts.dev
// +versionName=v1

import type { CustomResource, Int64 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:Minimum=-5
  field?: Int64;
  named?: Named;
  // +kubebuilder:validation:items:Minimum=-5
  items?: Int64[];
}

// Named has a marker.
// +kubebuilder:validation:Minimum=-5
export type Named = Int64;
