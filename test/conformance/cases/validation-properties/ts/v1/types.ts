// +groupName=validation-properties.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:MaxProperties=3
  // +kubebuilder:validation:MinProperties=1
  a?: Record<string, string>;
  b?: Named;
  c?: Thing;
}

// Named is a map.
// +kubebuilder:validation:MaxProperties=9
export type Named = { [key: string]: Int32 };

// Thing is an object.
// +kubebuilder:validation:MinProperties=2
export interface Thing {
  x?: string;
}
