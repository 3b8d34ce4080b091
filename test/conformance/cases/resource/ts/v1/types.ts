// +groupName=resource.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
// +kubebuilder:resource:path=mice,singular=mouse,shortName=mo;ms,categories=all;pets,scope=Cluster
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a: string;
}

