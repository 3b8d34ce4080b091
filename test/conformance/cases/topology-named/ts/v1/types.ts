// +groupName=topology-named.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a?: Ports;
  b?: Sets;
  c?: Keyed;
}

// Port is a port.
export interface Port {
  name: string;
  number: Int32;
}

// Ports are merged by name.
// +listType=map
// +listMapKey=name
export type Ports = Port[];

// Sets have no duplicates.
// +k8s:listType=set
export type Sets = string[];

// Keyed is merged by name and number.
// +k8s:listType=map
// +k8s:listMapKey=name
// +k8s:listMapKey=number
export type Keyed = Port[];
