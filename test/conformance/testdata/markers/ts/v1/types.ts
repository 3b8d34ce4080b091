// +groupName=markers.kbts.dev

import type { CustomResource, Int32, IntOrString, RawExtension } from 'kbts/runtime';

/** One field for each marker of the catalogue that says something about values. */
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:Maximum=10
  kubebuilderValidationMaximum?: Int32;
  // +kubebuilder:validation:values:Maximum=10
  kubebuilderValidationValuesMaximum?: Record<string, Int32>;
  // +kubebuilder:validation:items:Maximum=10
  kubebuilderValidationItemsMaximum?: Int32[];
  // +kubebuilder:validation:Minimum=1
  kubebuilderValidationMinimum?: Int32;
  // +kubebuilder:validation:values:Minimum=1
  kubebuilderValidationValuesMinimum?: Record<string, Int32>;
  // +kubebuilder:validation:items:Minimum=1
  kubebuilderValidationItemsMinimum?: Int32[];
  // +kubebuilder:validation:Maximum=10
  // +kubebuilder:validation:ExclusiveMaximum=true
  kubebuilderValidationExclusiveMaximum?: Int32;
  // +kubebuilder:validation:values:Maximum=10
  // +kubebuilder:validation:values:ExclusiveMaximum=true
  kubebuilderValidationValuesExclusiveMaximum?: Record<string, Int32>;
  // +kubebuilder:validation:items:Maximum=10
  // +kubebuilder:validation:items:ExclusiveMaximum=true
  kubebuilderValidationItemsExclusiveMaximum?: Int32[];
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:ExclusiveMinimum=true
  kubebuilderValidationExclusiveMinimum?: Int32;
  // +kubebuilder:validation:values:Minimum=1
  // +kubebuilder:validation:values:ExclusiveMinimum=true
  kubebuilderValidationValuesExclusiveMinimum?: Record<string, Int32>;
  // +kubebuilder:validation:items:Minimum=1
  // +kubebuilder:validation:items:ExclusiveMinimum=true
  kubebuilderValidationItemsExclusiveMinimum?: Int32[];
  // +kubebuilder:validation:MultipleOf=4
  kubebuilderValidationMultipleOf?: Int32;
  // +kubebuilder:validation:values:MultipleOf=4
  kubebuilderValidationValuesMultipleOf?: Record<string, Int32>;
  // +kubebuilder:validation:items:MultipleOf=4
  kubebuilderValidationItemsMultipleOf?: Int32[];
  // +kubebuilder:validation:MaxLength=3
  kubebuilderValidationMaxLength?: string;
  // +kubebuilder:validation:values:MaxLength=3
  kubebuilderValidationValuesMaxLength?: Record<string, string>;
  // +kubebuilder:validation:items:MaxLength=3
  kubebuilderValidationItemsMaxLength?: string[];
  // +kubebuilder:validation:MinLength=2
  kubebuilderValidationMinLength?: string;
  // +kubebuilder:validation:values:MinLength=2
  kubebuilderValidationValuesMinLength?: Record<string, string>;
  // +kubebuilder:validation:items:MinLength=2
  kubebuilderValidationItemsMinLength?: string[];
  // +kubebuilder:validation:Pattern=`^[a-z]+$`
  kubebuilderValidationPattern?: string;
  // +kubebuilder:validation:values:Pattern=`^[a-z]+$`
  kubebuilderValidationValuesPattern?: Record<string, string>;
  // +kubebuilder:validation:items:Pattern=`^[a-z]+$`
  kubebuilderValidationItemsPattern?: string[];
  // +kubebuilder:validation:MaxItems=2
  kubebuilderValidationMaxItems?: string[];
  // +kubebuilder:validation:values:MaxItems=2
  kubebuilderValidationValuesMaxItems?: Record<string, string[]>;
  // +kubebuilder:validation:items:MaxItems=2
  kubebuilderValidationItemsMaxItems?: string[][];
  // +kubebuilder:validation:MinItems=2
  kubebuilderValidationMinItems?: string[];
  // +kubebuilder:validation:values:MinItems=2
  kubebuilderValidationValuesMinItems?: Record<string, string[]>;
  // +kubebuilder:validation:items:MinItems=2
  kubebuilderValidationItemsMinItems?: string[][];
  // +kubebuilder:validation:MaxProperties=1
  kubebuilderValidationMaxProperties?: Record<string, string>;
  // +kubebuilder:validation:values:MaxProperties=1
  kubebuilderValidationValuesMaxProperties?: Record<string, Record<string, string>>;
  // +kubebuilder:validation:items:MaxProperties=1
  kubebuilderValidationItemsMaxProperties?: Record<string, string>[];
  // +kubebuilder:validation:MinProperties=2
  kubebuilderValidationMinProperties?: Record<string, string>;
  // +kubebuilder:validation:values:MinProperties=2
  kubebuilderValidationValuesMinProperties?: Record<string, Record<string, string>>;
  // +kubebuilder:validation:items:MinProperties=2
  kubebuilderValidationItemsMinProperties?: Record<string, string>[];
  // +kubebuilder:validation:Enum=a;b
  kubebuilderValidationEnum?: string;
  // +kubebuilder:validation:values:Enum=a;b
  kubebuilderValidationValuesEnum?: Record<string, string>;
  // +kubebuilder:validation:items:Enum=a;b
  kubebuilderValidationItemsEnum?: string[];
  // +kubebuilder:validation:Format=ipv4
  kubebuilderValidationFormat?: string;
  // +kubebuilder:validation:values:Format=ipv4
  kubebuilderValidationValuesFormat?: Record<string, string>;
  // +kubebuilder:validation:items:Format=ipv4
  kubebuilderValidationItemsFormat?: string[];
  // +kubebuilder:validation:Type=string
  kubebuilderValidationType?: string;
  // +kubebuilder:validation:values:Type=string
  kubebuilderValidationValuesType?: Record<string, string>;
  // +kubebuilder:validation:items:Type=string
  kubebuilderValidationItemsType?: string[];
  // +kubebuilder:validation:XPreserveUnknownFields
  kubebuilderValidationXPreserveUnknownFields?: RawExtension;
  // +kubebuilder:validation:values:XPreserveUnknownFields
  kubebuilderValidationValuesXPreserveUnknownFields?: Record<string, RawExtension>;
  // +kubebuilder:validation:items:XPreserveUnknownFields
  kubebuilderValidationItemsXPreserveUnknownFields?: RawExtension[];
  // +kubebuilder:validation:XEmbeddedResource
  kubebuilderValidationXEmbeddedResource?: RawExtension;
  // +kubebuilder:validation:values:XEmbeddedResource
  kubebuilderValidationValuesXEmbeddedResource?: Record<string, RawExtension>;
  // +kubebuilder:validation:items:XEmbeddedResource
  kubebuilderValidationItemsXEmbeddedResource?: RawExtension[];
  // +kubebuilder:validation:XIntOrString
  kubebuilderValidationXIntOrString?: IntOrString;
  // +kubebuilder:validation:values:XIntOrString
  kubebuilderValidationValuesXIntOrString?: Record<string, IntOrString>;
  // +kubebuilder:validation:items:XIntOrString
  kubebuilderValidationItemsXIntOrString?: IntOrString[];
  // +kubebuilder:validation:XValidation:rule="self != 'bad'",message="must not be bad"
  kubebuilderValidationXValidation?: string;
  // +kubebuilder:validation:values:XValidation:rule="self != 'bad'",message="must not be bad"
  kubebuilderValidationValuesXValidation?: Record<string, string>;
  // +kubebuilder:validation:items:XValidation:rule="self != 'bad'",message="must not be bad"
  kubebuilderValidationItemsXValidation?: string[];
  // +nullable
  nullable?: string;
  // +k8s:maxItems=2
  k8sMaxItems?: string[];
  // +k8s:minimum=1
  k8sMinimum?: Int32;
  // +k8s:maximum=9
  k8sMaximum?: Int32;
  // +kubebuilder:validation:EmbeddedResource
  kubebuilderValidationEmbeddedResource?: RawExtension;
  // +kubebuilder:pruning:PreserveUnknownFields
  kubebuilderPruningPreserveUnknownFields?: { x?: string };
  // +kubebuilder:pruning:PreserveUnknownFields
  // +kubebuilder:validation:Schemaless
  kubebuilderValidationSchemaless?: string;
  // +listType=set
  listType?: string[];
  // +k8s:listType=set
  k8sListType?: string[];
  // +listType=map
  // +listMapKey=name
  listMapKey?: { name: string }[];
  // +listType=map
  // +k8s:listMapKey=name
  k8sListMapKey?: { name: string }[];
  // +kbts:schema={"anyOf": [{"maxLength": 3}, {"pattern": "^long"}]}
  kbtsSchema?: string;
  // +kubebuilder:validation:UniqueItems=false
  kubebuilderValidationUniqueItems?: string[];
  // +kubebuilder:validation:items:UniqueItems=false
  kubebuilderValidationItemsUniqueItems?: string[][];
  // +kubebuilder:validation:values:UniqueItems=false
  kubebuilderValidationValuesUniqueItems?: Record<string, string[]>;
  // +kubebuilder:validation:MaxProperties=20
  // +kubebuilder:validation:keys:MaxLength=3
  kubebuilderValidationKeysMaxLength?: Record<string, string>;
  // +kubebuilder:validation:MaxProperties=20
  // +kubebuilder:validation:keys:MinLength=2
  kubebuilderValidationKeysMinLength?: Record<string, string>;
  // +kubebuilder:validation:MaxProperties=20
  // +kubebuilder:validation:keys:Pattern=`^[a-z]+$`
  kubebuilderValidationKeysPattern?: Record<string, string>;
  // +kubebuilder:validation:MaxProperties=20
  // +kubebuilder:validation:keys:Enum=a;b
  kubebuilderValidationKeysEnum?: Record<string, string>;
  k8sEnum?: T0;
  kubebuilderValidationAtMostOneOf?: T1;
  kubebuilderValidationExactlyOneOf?: T2;
  kubebuilderValidationAtLeastOneOf?: T3;
  required?: T4;
  k8sRequired?: T5;
  kubebuilderValidationRequired?: T6;
  optional?: T7;
  k8sOptional?: T8;
  kubebuilderValidationOptional?: T9;
  kubebuilderDefault?: T10;
  default?: T11;
  k8sImmutable?: T12;
}

// +k8s:enum
export enum T0 {
  A = 'a',
  B = 'b',
}

// +kubebuilder:validation:AtMostOneOf=a;b
export interface T1 {
  a?: string;
  b?: string;
}

// +kubebuilder:validation:ExactlyOneOf=a;b
export interface T2 {
  a?: string;
  b?: string;
}

// +kubebuilder:validation:AtLeastOneOf=a;b
export interface T3 {
  a?: string;
  b?: string;
}

export interface T4 {
  // +required
  a?: string;
}

export interface T5 {
  // +k8s:required
  a?: string;
}

export interface T6 {
  // +kubebuilder:validation:Required
  a?: string;
}

export interface T7 {
  // +optional
  a: string;
}

export interface T8 {
  // +k8s:optional
  a: string;
}

export interface T9 {
  // +kubebuilder:validation:Optional
  a: string;
}

export interface T10 {
  // +kubebuilder:default=3
  a?: Int32;
}

export interface T11 {
  // +default=3
  a?: Int32;
}

export interface T12 {
  // +k8s:immutable
  a?: string;
}
