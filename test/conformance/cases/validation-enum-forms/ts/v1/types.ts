// +groupName=validation-enum-forms.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:Enum={a, b}
  a?: string;
  // +kubebuilder:validation:Enum=1;2;3
  b?: Int32;
  // +kubebuilder:validation:Enum:="x";y
  c?: string;
  // +kubebuilder:validation:Enum=""
  d?: string;
}

