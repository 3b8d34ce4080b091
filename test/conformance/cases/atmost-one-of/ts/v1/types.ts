// +groupName=atmost-one-of.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

// +kubebuilder:validation:AtMostOneOf=a;b;c
export interface RowSpec {
  a?: string;
  b?: Int32;
  c?: Thing;
}

// Thing is.
export interface Thing {
  x?: string;
}
