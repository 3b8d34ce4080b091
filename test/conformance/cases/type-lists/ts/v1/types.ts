// +groupName=type-lists.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a: string[];
  b?: Int32[][];
  c?: readonly Thing[];
  d?: Array<Thing>;
  e?: Record<string, string[]>;
  f?: { [k: string]: string }[];
  g?: Record<string, Thing>;
  h?: ReadonlyArray<string>;
}

// Thing is.
export interface Thing {
  x?: string;
}
