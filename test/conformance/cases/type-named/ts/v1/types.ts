// +groupName=type-named.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // The field wins.
  a?: Name;
  b?: Name;
  // +kubebuilder:validation:MaxLength=5
  c?: Name;
  d?: Deep;
  // +kubebuilder:validation:Pattern=`^b`
  e?: Pat;
  f?: Name[];
  g?: Record<string, Name>;
}

// Name is a name.
// +kubebuilder:validation:MinLength=1
export type Name = string;

// Deep adds.
// +kubebuilder:validation:MaxLength=9
export type Deep = Name;

// Pat has a pattern.
// +kubebuilder:validation:Pattern=`a`
export type Pat = string;
