// +groupName=resource-braces.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
// +kubebuilder:resource:shortName={mo,ms},categories={all}
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a: string;
}

