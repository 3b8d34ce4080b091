// +groupName=k8s-enum.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  mode?: Mode;
}

// Mode is one of.
// +k8s:enum
export type Mode = 'z' | 'a';
