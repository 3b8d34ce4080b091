// +groupName=type-flavours.kbts.dev
// +versionName=v1

import type { CustomResource, Double, Float, Int32, Int64 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  count?: Count;
  big?: Big;
  ratio?: Ratio;
  share?: Share;
}

export type Count = Int32;
export type Big = Int64;
// Ratio is a ratio.
export type Ratio = Double;
export type Share = Float;
