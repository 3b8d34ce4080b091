// +groupName=deprecated.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
// +kubebuilder:deprecatedversion:warning="use v2, please"
// +kubebuilder:storageversion
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a: string;
}

