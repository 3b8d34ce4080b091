// +groupName=presence-k8s-required.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +k8s:required
  a?: string;
  // +k8s:required
  b?: string[];
  // +k8s:required
  c?: Record<string, string>;
  // +k8s:required
  d?: Thing;
  // +k8s:required
  // +kubebuilder:validation:MinLength=3
  e?: string;
  // +k8s:required # why
  f?: Int32;
}

// Thing is.
export interface Thing {
  x?: string;
}
