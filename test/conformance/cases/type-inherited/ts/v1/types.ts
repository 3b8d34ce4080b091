// +groupName=type-inherited.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';
import type { LocalObjectReference } from 'kbts/k8s';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  derived?: Derived;
  both?: Base & Other;
  added?: Base & { extra?: string };
  reference?: Reference;
}

// Base is a base.
export interface Base {
  // Name of it.
  name: string;
  // Size of it.
  // +kubebuilder:validation:Maximum=10
  size?: Int32;
  // +kubebuilder:default=7
  count?: Int32;
  // +kubebuilder:validation:MaxLength=9
  label?: string;
}

// Other is another.
export interface Other {
  colour?: string;
}

// Derived overrides the size.
export interface Derived extends Base, Other {
  // +kubebuilder:validation:Minimum=1
  size: Int32;
  count: Int32;
  // +kubebuilder:validation:Pattern=`^a`
  label?: string;
  // Own is own.
  own?: boolean;
}

// Reference is atomic as a whole, because what it extends is.
export interface Reference extends LocalObjectReference {
  // Key in it.
  key?: string;
}
