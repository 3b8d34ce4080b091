// +groupName=nullable.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +nullable
  a?: string;
  b?: string;
  // +nullable
  c?: Thing | null;
  // +nullable
  d: string[] | null;
}

// Thing is.
export interface Thing {
  x?: string;
}
