// +groupName=topology.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +listType=map
  // +listMapKey=name
  // +listMapKey=protocol
  a?: Thing[];
  // +listType=set
  b?: string[];
  // +listType=atomic
  c?: Thing[];
  // +mapType=atomic
  d?: Record<string, string>;
  // +mapType=granular
  e?: Record<string, string>;
  // +structType=atomic
  f?: Thing;
  g?: Atoms;
  h?: AtomMap;
  i?: Whole;
  // +structType=granular
  j?: Whole;
}

// Thing is.
export interface Thing {
  name: string;
  // +kubebuilder:default=TCP
  protocol?: string;
}

// +listType=atomic
export type Atoms = string[];

// +mapType=atomic
export type AtomMap = Record<string, string>;

// +structType=atomic
export interface Whole {
  x?: string;
}
