// +groupName=one-of-mixed.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

// +kubebuilder:validation:AtLeastOneOf=a;b
// +kubebuilder:validation:XValidation:rule="true"
// +kubebuilder:validation:ExactlyOneOf=b;c
// +kubebuilder:validation:AtMostOneOf=a;c
export interface RowSpec {
  a?: string;
  b?: Int32;
  c?: Thing;
}

// Thing is.
export interface Thing {
  x?: string;
}
