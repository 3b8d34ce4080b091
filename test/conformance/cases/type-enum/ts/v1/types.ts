// +groupName=type-enum.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a: Mode;
  b?: Mode2;
  c?: Level;
}

// Mode is one of.
export type Mode = 'Z' | 'A' | 'M';

// Mode is one of.
export enum Mode2 {
  Z = 'Z',
  A = 'A',
  M = 'M',
}

// Level is a number.
export enum Level {
  None,
  One,
  Five = 5,
}
