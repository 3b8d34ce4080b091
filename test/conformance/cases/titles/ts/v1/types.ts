// +groupName=titles.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:title="A title"
  a?: string;
  // +kubebuilder:title=Bare
  b?: Thing;
  c?: Thing;
}

// Thing is.
// +kubebuilder:title="Of the type"
export interface Thing {
  x?: string;
}
