// +groupName=type-enums.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  text?: Mode;
  number?: Level;
  member?: Mode.Fast;
}

// Mode is a mode.
export enum Mode {
  // Fast is fast.
  Fast = 'Fast',
  Slow = 'Slow',
}

// Level is a level.
export enum Level {
  Low = 1,
  High,
}
