// +groupName=validation-minitems.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:MinItems=1
  a: string[];
  b: Named;
}

// Named is a list.
// +kubebuilder:validation:MinItems=2
export type Named = Array<string>;
