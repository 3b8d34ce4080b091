// +groupName=kind-markers-on-spec-free.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
// +kubebuilder:object:root=true
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a: string;
}

