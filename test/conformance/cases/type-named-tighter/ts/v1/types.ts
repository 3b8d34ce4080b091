// +groupName=type-named-tighter.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:MaxLength=5
  a?: Name;
  // +kubebuilder:validation:MinLength=1
  b?: Name;
}

// Name is a name.
// +kubebuilder:validation:MaxLength=9
// +kubebuilder:validation:MinLength=1
export type Name = string;
