// +groupName=validation-cel.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:XValidation:rule="self > 1",message="too small"
  // +kubebuilder:validation:XValidation:rule="self < 9",messageExpression="'too large'",reason=FieldValueForbidden
  a?: Int32;
  // +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() ? self >= oldSelf.value() : true",optionalOldSelf=true
  b: Int32;
  // +kubebuilder:validation:items:XValidation:rule="self != ''",message="no empty"
  c?: string[];
  // +kubebuilder:validation:XValidation:rule="self.x == 'b'",message="field rule",fieldPath=".x"
  d?: Thing;
}

// Thing is.
// +kubebuilder:validation:XValidation:rule="size(self.x) < 5",message="type rule"
export interface Thing {
  x: string;
}
