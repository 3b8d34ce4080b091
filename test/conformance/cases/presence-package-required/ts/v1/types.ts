// +groupName=presence-package-required.kbts.dev
// +versionName=v1
// +kubebuilder:validation:Required

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a: string;
  b?: string;
  // +optional
  c: string;
}
