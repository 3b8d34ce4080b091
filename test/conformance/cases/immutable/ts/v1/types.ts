// +groupName=immutable.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

// +kubebuilder:validation:XValidation:rule="self.a != 'x'"
export interface RowSpec {
  // +k8s:immutable
  a: string;
  // +k8s:immutable
  b?: string;
  // +k8s:immutable
  c?: Thing;
}

// Thing is.
export interface Thing {
  // +k8s:immutable
  x?: string;
}
