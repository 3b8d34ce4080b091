// +groupName=deprecated-plain.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
// +kubebuilder:deprecatedversion
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a: string;
}

