// +groupName=external-docs-type.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a?: Thing;
}

// Thing is documented elsewhere.
// +kubebuilder:externalDocs:url="https://example.com/things",description="all about things"
export interface Thing {
  x?: string;
}
