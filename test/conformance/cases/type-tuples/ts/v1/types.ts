// +groupName=type-tuples.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  pair: [Int32, Int32];
  readonly triple?: readonly [string, string, string];
  least?: [string, ...string[]];
  optional?: [string, string?];
}
