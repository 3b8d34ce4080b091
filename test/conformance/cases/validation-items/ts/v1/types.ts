// +groupName=validation-items.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  exclusive?: Exclusive;
  // +kubebuilder:validation:Maximum=10
  // +kubebuilder:validation:ExclusiveMaximum=true
  below?: Int32;
  maximum?: Small;
  // +kubebuilder:validation:items:ExclusiveMaximum=true
  // +kubebuilder:validation:items:Maximum=7
  fieldExclusive?: Int32[];
  multiple?: Fours;
  texts?: Texts;
  rows?: Rows;
  // +kubebuilder:validation:items:MinItems=1
  // +kubebuilder:validation:items:UniqueItems=false
  // +kubebuilder:validation:UniqueItems=false
  fieldRows?: string[][];
  tables?: Tables;
  // +kubebuilder:validation:items:MaxProperties=3
  // +kubebuilder:validation:items:MinProperties=1
  fieldTables?: Record<string, string>[];
  choices?: Choices;
  addresses?: Addresses;
}

// Exclusive is between two numbers.
// +kubebuilder:validation:Maximum=10
// +kubebuilder:validation:ExclusiveMaximum=true
// +kubebuilder:validation:Minimum=0
// +kubebuilder:validation:ExclusiveMinimum=true
export type Exclusive = Int32;

// Small are small numbers.
// +kubebuilder:validation:items:Maximum=10
// +kubebuilder:validation:items:ExclusiveMaximum=true
// +kubebuilder:validation:items:Minimum=0
// +kubebuilder:validation:items:ExclusiveMinimum=true
export type Small = Int32[];

// Fours are multiples of four.
// +kubebuilder:validation:items:MultipleOf=4
export type Fours = Int32[];

// Texts are short.
// +kubebuilder:validation:items:MaxLength=9
// +kubebuilder:validation:items:MinLength=2
// +kubebuilder:validation:items:Pattern=`^[a-z]+$`
export type Texts = string[];

// Rows are lists.
// +kubebuilder:validation:UniqueItems=false
// +kubebuilder:validation:items:MaxItems=4
// +kubebuilder:validation:items:MinItems=1
// +kubebuilder:validation:items:UniqueItems=false
export type Rows = string[][];

// Tables are maps.
// +kubebuilder:validation:items:MaxProperties=3
// +kubebuilder:validation:items:MinProperties=1
export type Tables = Record<string, string>[];

// Choices are some of three.
// +kubebuilder:validation:items:Enum=b;a;c
export type Choices = string[];

// Addresses are IPv4.
// +kubebuilder:validation:items:Format=ipv4
export type Addresses = string[];
