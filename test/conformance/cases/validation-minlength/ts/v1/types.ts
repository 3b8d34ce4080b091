// +groupName=validation-minlength.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:MinLength=1
  field?: string;
  named?: Named;
  // +kubebuilder:validation:items:MinLength=1
  items?: string[];
}

// Named has a marker.
// +kubebuilder:validation:MinLength=1
export type Named = string;
