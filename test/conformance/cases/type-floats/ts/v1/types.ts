// +groupName=type-floats.kbts.dev
// +versionName=v1

import type { CustomResource, Double, Float } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a?: Double;
  b?: Float;
  // +kubebuilder:validation:Minimum=0.5
  c?: Double;
}

