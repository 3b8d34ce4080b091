// +groupName=plural-irregular.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// It is a kind.
export interface Mouse extends CustomResource<MouseSpec> {}

export interface MouseSpec {
  a: string;
}

