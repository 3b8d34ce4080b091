// +groupName=validation-multipleof.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:MultipleOf=4
  field?: Int32;
  named?: Named;
  // +kubebuilder:validation:items:MultipleOf=4
  items?: Int32[];
}

// Named has a marker.
// +kubebuilder:validation:MultipleOf=4
export type Named = Int32;
