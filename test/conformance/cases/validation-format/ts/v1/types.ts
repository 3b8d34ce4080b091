// +groupName=validation-format.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:Format=ipv4
  field?: string;
  named?: Named;
  // +kubebuilder:validation:items:Format=ipv4
  items?: string[];
}

// Named has a marker.
// +kubebuilder:validation:Format=ipv4
export type Named = string;
