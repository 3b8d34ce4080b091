// +groupName=validation-maxlength.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:MaxLength=63
  field?: string;
  named?: Named;
  // +kubebuilder:validation:items:MaxLength=63
  items?: string[];
}

// Named has a marker.
// +kubebuilder:validation:MaxLength=63
export type Named = string;
