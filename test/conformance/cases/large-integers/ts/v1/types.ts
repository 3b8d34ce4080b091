// +groupName=large-integers.kbts.dev
// +versionName=v1

import type { CustomResource, Int64 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:Maximum=9007199254740993
  a?: Int64;
  // +kubebuilder:default=-9223372036854775808
  b?: Int64;
}

