// +groupName=validation-values.kbts.dev
// +versionName=v1

import type { CustomResource, Int32, IntOrString, RawExtension } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:values:Maximum=10
  maximum?: Record<string, Int32>;
  maximumType?: MaximumMap;
  // +kubebuilder:validation:values:Minimum=1
  minimum?: Record<string, Int32>;
  minimumType?: MinimumMap;
  // +kubebuilder:validation:values:Maximum=10
  // +kubebuilder:validation:values:ExclusiveMaximum=true
  exclusiveMaximum?: Record<string, Int32>;
  exclusiveMaximumType?: ExclusiveMaximumMap;
  // +kubebuilder:validation:values:Minimum=1
  // +kubebuilder:validation:values:ExclusiveMinimum=true
  exclusiveMinimum?: Record<string, Int32>;
  exclusiveMinimumType?: ExclusiveMinimumMap;
  // +kubebuilder:validation:values:MultipleOf=4
  multipleOf?: Record<string, Int32>;
  multipleOfType?: MultipleOfMap;
  // +kubebuilder:validation:values:MaxLength=3
  maxLength?: Record<string, string>;
  maxLengthType?: MaxLengthMap;
  // +kubebuilder:validation:values:MinLength=2
  minLength?: Record<string, string>;
  minLengthType?: MinLengthMap;
  // +kubebuilder:validation:values:Pattern=`^[a-z]+$`
  pattern?: Record<string, string>;
  patternType?: PatternMap;
  // +kubebuilder:validation:values:MaxItems=2
  maxItems?: Record<string, string[]>;
  maxItemsType?: MaxItemsMap;
  // +kubebuilder:validation:values:MinItems=2
  minItems?: Record<string, string[]>;
  minItemsType?: MinItemsMap;
  // +kubebuilder:validation:values:UniqueItems=false
  uniqueItems?: Record<string, string[]>;
  uniqueItemsType?: UniqueItemsMap;
  // +kubebuilder:validation:values:MaxProperties=1
  maxProperties?: Record<string, Record<string, string>>;
  maxPropertiesType?: MaxPropertiesMap;
  // +kubebuilder:validation:values:MinProperties=2
  minProperties?: Record<string, Record<string, string>>;
  minPropertiesType?: MinPropertiesMap;
  // +kubebuilder:validation:values:Enum=a;b
  enum?: Record<string, string>;
  enumType?: EnumMap;
  // +kubebuilder:validation:values:Format=ipv4
  format?: Record<string, string>;
  formatType?: FormatMap;
  // +kubebuilder:validation:values:Type=string
  type?: Record<string, string>;
  typeType?: TypeMap;
  // +kubebuilder:validation:values:XPreserveUnknownFields
  xPreserveUnknownFields?: Record<string, RawExtension>;
  xPreserveUnknownFieldsType?: XPreserveUnknownFieldsMap;
  // +kubebuilder:validation:values:XEmbeddedResource
  xEmbeddedResource?: Record<string, RawExtension>;
  xEmbeddedResourceType?: XEmbeddedResourceMap;
  // +kubebuilder:validation:values:XIntOrString
  xIntOrString?: Record<string, IntOrString>;
  xIntOrStringType?: XIntOrStringMap;
  // +kubebuilder:validation:values:XValidation:rule="self.size >= oldSelf.value().size",message="grows",messageExpression="'grows only'",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
  xValidation?: Record<string, Disk>;
  xValidationType?: XValidationMap;
  // +kubebuilder:validation:MaxProperties=20
  // +kubebuilder:validation:keys:MaxLength=9
  keysMaxLength?: Record<string, string>;
  keysMaxLengthType?: KeysMaxLength;
  // +kubebuilder:validation:MaxProperties=20
  // +kubebuilder:validation:keys:MinLength=2
  keysMinLength?: Record<string, string>;
  keysMinLengthType?: KeysMinLength;
  // +kubebuilder:validation:MaxProperties=20
  // +kubebuilder:validation:keys:Pattern=`^[a-z]+$`
  keysPattern?: Record<string, string>;
  keysPatternType?: KeysPattern;
  // +kubebuilder:validation:MaxProperties=20
  // +kubebuilder:validation:keys:Enum=a;b
  keysEnum?: Record<string, string>;
  keysEnumType?: KeysEnum;
}

export interface Disk {
  size: Int32;
}

// +kubebuilder:validation:values:Maximum=10
export type MaximumMap = Record<string, Int32>;

// +kubebuilder:validation:values:Minimum=1
export type MinimumMap = Record<string, Int32>;

// +kubebuilder:validation:values:Maximum=10
// +kubebuilder:validation:values:ExclusiveMaximum=true
export type ExclusiveMaximumMap = Record<string, Int32>;

// +kubebuilder:validation:values:Minimum=1
// +kubebuilder:validation:values:ExclusiveMinimum=true
export type ExclusiveMinimumMap = Record<string, Int32>;

// +kubebuilder:validation:values:MultipleOf=4
export type MultipleOfMap = Record<string, Int32>;

// +kubebuilder:validation:values:MaxLength=3
export type MaxLengthMap = Record<string, string>;

// +kubebuilder:validation:values:MinLength=2
export type MinLengthMap = Record<string, string>;

// +kubebuilder:validation:values:Pattern=`^[a-z]+$`
export type PatternMap = Record<string, string>;

// +kubebuilder:validation:values:MaxItems=2
export type MaxItemsMap = Record<string, string[]>;

// +kubebuilder:validation:values:MinItems=2
export type MinItemsMap = Record<string, string[]>;

// +kubebuilder:validation:values:UniqueItems=false
export type UniqueItemsMap = Record<string, string[]>;

// +kubebuilder:validation:values:MaxProperties=1
export type MaxPropertiesMap = Record<string, Record<string, string>>;

// +kubebuilder:validation:values:MinProperties=2
export type MinPropertiesMap = Record<string, Record<string, string>>;

// +kubebuilder:validation:values:Enum=a;b
export type EnumMap = Record<string, string>;

// +kubebuilder:validation:values:Format=ipv4
export type FormatMap = Record<string, string>;

// +kubebuilder:validation:values:Type=string
export type TypeMap = Record<string, string>;

// +kubebuilder:validation:values:XPreserveUnknownFields
export type XPreserveUnknownFieldsMap = Record<string, RawExtension>;

// +kubebuilder:validation:values:XEmbeddedResource
export type XEmbeddedResourceMap = Record<string, RawExtension>;

// +kubebuilder:validation:values:XIntOrString
export type XIntOrStringMap = Record<string, IntOrString>;

// +kubebuilder:validation:values:XValidation:rule="self.size >= oldSelf.value().size",message="grows",messageExpression="'grows only'",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
export type XValidationMap = Record<string, Disk>;

// +kubebuilder:validation:MaxProperties=20
// +kubebuilder:validation:keys:MaxLength=9
export type KeysMaxLength = Record<string, string>;

// +kubebuilder:validation:MaxProperties=20
// +kubebuilder:validation:keys:MinLength=2
export type KeysMinLength = Record<string, string>;

// +kubebuilder:validation:MaxProperties=20
// +kubebuilder:validation:keys:Pattern=`^[a-z]+$`
export type KeysPattern = Record<string, string>;

// +kubebuilder:validation:MaxProperties=20
// +kubebuilder:validation:keys:Enum=a;b
export type KeysEnum = Record<string, string>;
