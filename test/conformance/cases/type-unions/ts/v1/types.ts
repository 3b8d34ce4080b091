// +groupName=type-unions.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  port?: Int32 | string;
  value?: number | string;
  target?: Target;
  either?: Either;
}

// Target is one of two.
export type Target = { url: string } | { service: string };

// Either is a or b.
export type Either = { a: string; b?: never } | { b: string; a?: never };
