// +groupName=presence-package-optional.kbts.dev
// +versionName=v1
// +kubebuilder:validation:Optional

import type { CustomResource } from 'kbts/runtime';
import type { Shared } from './shared.js';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a: string;
  // +required
  b: string;
  s: Shared;
}

