// +groupName=examples.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:example=3
  a?: Int32;
  // +kubebuilder:example="text"
  b?: string;
  // +kubebuilder:example={a,b}
  c?: string[];
  // +kubebuilder:example={a:-1}
  d?: Record<string, Int32>;
}

