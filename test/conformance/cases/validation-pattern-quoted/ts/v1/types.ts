// +groupName=validation-pattern-quoted.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:Pattern="^\\d+\\.x$"
  a?: string;
  // +kubebuilder:validation:Pattern:=`^a{1,3};b$`
  b?: string;
  // +kubebuilder:validation:Pattern=^[a-z]+$
  c?: string;
}

