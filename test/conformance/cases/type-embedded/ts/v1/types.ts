// +groupName=type-embedded.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

// RowSpec is the spec.
// +kubebuilder:validation:XValidation:rule="self.own != ''",message="own"
export interface RowSpec extends Base, Other {
  // Own is own.
  own: string;
}

// Base is a base.
// +kubebuilder:validation:XValidation:rule="self.a != ''",message="base"
export interface Base {
  // A is a.
  a: string;
  // +k8s:immutable
  b?: string;
}

// Other is another.
// +kubebuilder:validation:MinProperties=1
export interface Other {
  c?: string[];
}
