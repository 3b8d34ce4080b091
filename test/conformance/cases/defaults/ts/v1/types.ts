// +groupName=defaults.kbts.dev
// +versionName=v1

import type { CustomResource, Int32, Int64, Quantity } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:default=1
  a?: Int32;
  // +kubebuilder:default=true
  b?: boolean;
  // +kubebuilder:default="text"
  c?: string;
  // +kubebuilder:default:=bare
  d?: string;
  // +kubebuilder:default={a,b}
  e?: string[];
  // +kubebuilder:default={a: b, c: d}
  f?: Record<string, string>;
  // +kubebuilder:default={x: "one", n: 3}
  g?: Thing;
  // +kubebuilder:default={}
  h?: string[];
  // +kubebuilder:default={}
  i?: Thing;
  // +kubebuilder:default={{x: a},{x: b, n: 2}}
  j?: Thing[];
  // +default="plain"
  k?: string;
  // +default=["a"]
  l?: string[];
  // +default={"x":"y"}
  m?: Thing;
  // +default="a"
  // +kubebuilder:default=b
  n?: string;
  // +kubebuilder:default=100Mi
  o?: Quantity;
  // +kubebuilder:default="12"
  p?: string;
  // +kubebuilder:default=1;2;3
  q?: Int32[];
  // +kubebuilder:default=true;false
  r?: boolean[];
  // +default=null
  s?: string;
  // +kubebuilder:default=9007199254740993
  t?: Int64;
}

// Thing is.
export interface Thing {
  x?: string;
  n?: Int32;
}
