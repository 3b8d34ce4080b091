// +groupName=presence.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +required
  a?: string;
  // +optional
  b: string;
  // +kubebuilder:validation:Required
  c?: string;
  // +kubebuilder:validation:Optional
  d: string;
  // +k8s:optional
  e: string;
  // +optional
  // +kubebuilder:validation:Required
  f?: string;
  // +required
  // +kubebuilder:validation:Optional
  g: string;
}

