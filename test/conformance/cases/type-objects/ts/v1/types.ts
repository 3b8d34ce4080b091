// +groupName=type-objects.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a: Interface;
  b?: Alias;
  c?: Class;
  d?: { x: string; deep?: { y?: Int32 }[] };
}

// Interface is one.
export interface Interface {
  x: string;
}

// Alias is another.
export type Alias = {
  // X is x.
  x?: string;
};

// Class is a class.
export class Class {
  // X is x.
  x!: string;
  readonly y?: Int32;
  private hidden = 1;
  protected alsoHidden = 2;
  static shared = 3;
  #secret = 4;
}
