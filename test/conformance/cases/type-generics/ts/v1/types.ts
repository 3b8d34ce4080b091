// +groupName=type-generics.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  text?: Box<string>;
  deep?: Box<Box<Int32>[]>;
  pair?: Pair<string>;
  list?: List<Thing>;
}

// Box holds something.
export interface Box<T> {
  // Value of it.
  value: T;
  note?: string;
}

// Pair has two.
export interface Pair<A, B = A> {
  first: A;
  second?: B;
}

export type List<T extends object> = T[];

// Thing is.
export interface Thing {
  x?: string;
}
