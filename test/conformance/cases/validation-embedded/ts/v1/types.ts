// +groupName=validation-embedded.kbts.dev
// +versionName=v1

import type { CustomResource, EmbeddedResource, RawExtension } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:XEmbeddedResource
  // +kubebuilder:pruning:PreserveUnknownFields
  a?: RawExtension;
  // +kubebuilder:validation:EmbeddedResource
  b?: EmbeddedResource;
}

