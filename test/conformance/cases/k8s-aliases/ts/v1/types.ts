// +groupName=k8s-aliases.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +k8s:maxItems=5 # no more
  a?: string[];
  // +k8s:minimum=1
  b?: Int32;
  // +k8s:maximum=9
  c?: Int32;
  // +k8s:listType=set
  d?: string[];
  // +k8s:listType=map
  // +k8s:listMapKey=x
  // +listType=map
  // +listMapKey=x
  e?: Thing[];
}

// Thing is.
export interface Thing {
  x: string;
}
