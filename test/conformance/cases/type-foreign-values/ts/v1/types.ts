// +groupName=type-foreign-values.kbts.dev
// +versionName=v1

import type { Bytes, CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  date?: Date;
  bytes?: Uint8Array;
  text?: Bytes;
}
