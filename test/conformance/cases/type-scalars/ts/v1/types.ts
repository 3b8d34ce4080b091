// +groupName=type-scalars.kbts.dev
// +versionName=v1

import type { Bytes, CustomResource, Duration, Int32, Int64, Json, MicroTime, Quantity, RawExtension, Time } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a: string;
  b: boolean;
  c: number;
  d: Int32;
  e: Int64;
  f?: Bytes;
  g?: string;
  h?: Time;
  i?: MicroTime;
  j?: Duration;
  k?: Quantity;
  l?: RawExtension;
  m?: Json;
  n?: unknown;
  o?: object;
  // A quoted name.
  'my-field'?: string;
}

