// +groupName=validation-enum.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:Enum=Allow;Forbid;Replace
  field?: string;
  named?: Named;
  // +kubebuilder:validation:items:Enum=Allow;Forbid;Replace
  items?: string[];
}

// Named has a marker.
// +kubebuilder:validation:Enum=Allow;Forbid;Replace
export type Named = string;
