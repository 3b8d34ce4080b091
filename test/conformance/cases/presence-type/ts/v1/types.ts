// +groupName=presence-type.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a?: Loose;
  b?: Strict;
}

// Loose has optional fields.
// +kubebuilder:validation:Optional
export interface Loose {
  x: string;
  // +required
  y: string;
}

// Strict has required fields.
// +kubebuilder:validation:Required
export interface Strict {
  x?: string;
  // +optional
  y?: string;
}
