// +groupName=validation-items-open.kbts.dev
// +versionName=v1

import type { CustomResource, IntOrString, RawExtension } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  text?: Text;
  texts?: Numerals;
  // +kubebuilder:validation:items:Type=string
  fieldTexts?: string[];
  open?: Open;
  opens?: Opens;
  // +kubebuilder:validation:items:XPreserveUnknownFields
  fieldOpens?: RawExtension[];
  embedded?: Embedded;
  embeddeds?: Embeddeds;
  // +kubebuilder:validation:items:XEmbeddedResource
  fieldEmbeddeds?: RawExtension[];
  // Port is one.
  port?: Port;
  ports?: Ports;
  // +kubebuilder:validation:items:XIntOrString
  // +kubebuilder:validation:items:Pattern=`^[0-9]+%?$`
  fieldPorts?: IntOrString[];
}

// Text is a text.
// +kubebuilder:validation:Type=string
// +kubebuilder:validation:MaxLength=5
export type Text = string;

// Numerals are texts.
// +kubebuilder:validation:items:Type=string
export type Numerals = string[];

// Open is open.
// +kubebuilder:validation:XPreserveUnknownFields
export interface Open {
  x?: string;
}

// Opens are open.
// +kubebuilder:validation:items:XPreserveUnknownFields
export type Opens = RawExtension[];

// Embedded is an object.
// +kubebuilder:validation:XEmbeddedResource
export type Embedded = RawExtension;

// Embeddeds are objects.
// +kubebuilder:validation:items:XEmbeddedResource
export type Embeddeds = RawExtension[];

// Port is a number or a name.
// +kubebuilder:validation:XIntOrString
// +kubebuilder:validation:Pattern=`^[0-9a-z]+$`
export type Port = IntOrString;

// Ports are numbers or names.
// +kubebuilder:validation:items:XIntOrString
// +kubebuilder:validation:items:MaxLength=9
export type Ports = IntOrString[];
