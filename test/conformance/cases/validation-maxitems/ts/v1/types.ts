// +groupName=validation-maxitems.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:MaxItems=3
  a?: string[];
  b?: Named;
  // +kubebuilder:validation:items:MaxItems=2
  c?: string[][];
}

// Named is a list.
// +kubebuilder:validation:MaxItems=5
export type Named = string[];
