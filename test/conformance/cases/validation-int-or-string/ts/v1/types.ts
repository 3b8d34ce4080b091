// +groupName=validation-int-or-string.kbts.dev
// +versionName=v1

import type { CustomResource, IntOrString } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a?: IntOrString;
  // +kubebuilder:validation:XIntOrString
  // +kubebuilder:validation:Pattern=`^[0-9]+%?$`
  b?: IntOrString;
  c?: number | string;
  // +kubebuilder:validation:XIntOrString
  // +kubebuilder:validation:Enum=1;"foo"
  d?: IntOrString;
}

