// +groupName=external-docs.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:externalDocs:url="https://example.com/a",description="more"
  a?: string;
  // +kubebuilder:externalDocs:url="https://example.com/b"
  b?: Thing;
  c?: Thing;
}

// Thing is.
// +kubebuilder:externalDocs:url="https://example.com/type"
export interface Thing {
  x?: string;
}
