// +groupName=type-maps.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  record?: Record<string, Int32>;
  index?: { [key: string]: Thing };
  keyed?: Record<'x' | 'y', Int32>;
  some?: Partial<Record<'x' | 'y', Int32>>;
  byKey?: Record<Key, string>;
  nested?: Record<string, Record<string, string[]>>;
}

export type Key = 'left' | 'right';

// Thing is.
export interface Thing {
  x?: string;
}
