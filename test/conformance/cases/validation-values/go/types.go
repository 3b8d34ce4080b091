// +groupName=validation-values.kbts.dev
// +versionName=v1
package validationvalues

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              RowSpec `json:"spec"`
}

type RowSpec struct {
	Maximum                    map[string]MaximumValue                `json:"maximum,omitempty"`
	MaximumType                map[string]MaximumValue                `json:"maximumType,omitempty"`
	Minimum                    map[string]MinimumValue                `json:"minimum,omitempty"`
	MinimumType                map[string]MinimumValue                `json:"minimumType,omitempty"`
	ExclusiveMaximum           map[string]ExclusiveMaximumValue       `json:"exclusiveMaximum,omitempty"`
	ExclusiveMaximumType       map[string]ExclusiveMaximumValue       `json:"exclusiveMaximumType,omitempty"`
	ExclusiveMinimum           map[string]ExclusiveMinimumValue       `json:"exclusiveMinimum,omitempty"`
	ExclusiveMinimumType       map[string]ExclusiveMinimumValue       `json:"exclusiveMinimumType,omitempty"`
	MultipleOf                 map[string]MultipleOfValue             `json:"multipleOf,omitempty"`
	MultipleOfType             map[string]MultipleOfValue             `json:"multipleOfType,omitempty"`
	MaxLength                  map[string]MaxLengthValue              `json:"maxLength,omitempty"`
	MaxLengthType              map[string]MaxLengthValue              `json:"maxLengthType,omitempty"`
	MinLength                  map[string]MinLengthValue              `json:"minLength,omitempty"`
	MinLengthType              map[string]MinLengthValue              `json:"minLengthType,omitempty"`
	Pattern                    map[string]PatternValue                `json:"pattern,omitempty"`
	PatternType                map[string]PatternValue                `json:"patternType,omitempty"`
	MaxItems                   map[string]MaxItemsValue               `json:"maxItems,omitempty"`
	MaxItemsType               map[string]MaxItemsValue               `json:"maxItemsType,omitempty"`
	MinItems                   map[string]MinItemsValue               `json:"minItems,omitempty"`
	MinItemsType               map[string]MinItemsValue               `json:"minItemsType,omitempty"`
	UniqueItems                map[string]UniqueItemsValue            `json:"uniqueItems,omitempty"`
	UniqueItemsType            map[string]UniqueItemsValue            `json:"uniqueItemsType,omitempty"`
	MaxProperties              map[string]MaxPropertiesValue          `json:"maxProperties,omitempty"`
	MaxPropertiesType          map[string]MaxPropertiesValue          `json:"maxPropertiesType,omitempty"`
	MinProperties              map[string]MinPropertiesValue          `json:"minProperties,omitempty"`
	MinPropertiesType          map[string]MinPropertiesValue          `json:"minPropertiesType,omitempty"`
	Enum                       map[string]EnumValue                   `json:"enum,omitempty"`
	EnumType                   map[string]EnumValue                   `json:"enumType,omitempty"`
	Format                     map[string]FormatValue                 `json:"format,omitempty"`
	FormatType                 map[string]FormatValue                 `json:"formatType,omitempty"`
	Type                       map[string]TypeValue                   `json:"type,omitempty"`
	TypeType                   map[string]TypeValue                   `json:"typeType,omitempty"`
	XPreserveUnknownFields     map[string]XPreserveUnknownFieldsValue `json:"xPreserveUnknownFields,omitempty"`
	XPreserveUnknownFieldsType map[string]XPreserveUnknownFieldsValue `json:"xPreserveUnknownFieldsType,omitempty"`
	XEmbeddedResource          map[string]XEmbeddedResourceValue      `json:"xEmbeddedResource,omitempty"`
	XEmbeddedResourceType      map[string]XEmbeddedResourceValue      `json:"xEmbeddedResourceType,omitempty"`
	XIntOrString               map[string]XIntOrStringValue           `json:"xIntOrString,omitempty"`
	XIntOrStringType           map[string]XIntOrStringValue           `json:"xIntOrStringType,omitempty"`
	XValidation                map[string]XValidationValue            `json:"xValidation,omitempty"`
	XValidationType            map[string]XValidationValue            `json:"xValidationType,omitempty"`
	// +kubebuilder:validation:MaxProperties=20
	// +kubebuilder:validation:XValidation:rule="self.all(key, key.size() <= 9)",message="keys must have at most 9 characters"
	KeysMaxLength     map[string]string `json:"keysMaxLength,omitempty"`
	KeysMaxLengthType KeysMaxLength     `json:"keysMaxLengthType,omitempty"`
	// +kubebuilder:validation:MaxProperties=20
	// +kubebuilder:validation:XValidation:rule="self.all(key, key.size() >= 2)",message="keys must have at least 2 characters"
	KeysMinLength     map[string]string `json:"keysMinLength,omitempty"`
	KeysMinLengthType KeysMinLength     `json:"keysMinLengthType,omitempty"`
	// +kubebuilder:validation:MaxProperties=20
	// +kubebuilder:validation:XValidation:rule="self.all(key, key.matches(\"^[a-z]+$\"))",message="keys must match ^[a-z]+$"
	KeysPattern     map[string]string `json:"keysPattern,omitempty"`
	KeysPatternType KeysPattern       `json:"keysPatternType,omitempty"`
	// +kubebuilder:validation:MaxProperties=20
	// +kubebuilder:validation:XValidation:rule="self.all(key, key in [\"a\", \"b\"])",message="keys must be one of a, b"
	KeysEnum     map[string]string `json:"keysEnum,omitempty"`
	KeysEnumType KeysEnum          `json:"keysEnumType,omitempty"`
}

// +kubebuilder:validation:Maximum=10
type MaximumValue int32

// +kubebuilder:validation:Minimum=1
type MinimumValue int32

// +kubebuilder:validation:Maximum=10
// +kubebuilder:validation:ExclusiveMaximum=true
type ExclusiveMaximumValue int32

// +kubebuilder:validation:Minimum=1
// +kubebuilder:validation:ExclusiveMinimum=true
type ExclusiveMinimumValue int32

// +kubebuilder:validation:MultipleOf=4
type MultipleOfValue int32

// +kubebuilder:validation:MaxLength=3
type MaxLengthValue string

// +kubebuilder:validation:MinLength=2
type MinLengthValue string

// +kubebuilder:validation:Pattern=`^[a-z]+$`
type PatternValue string

// +kubebuilder:validation:MaxItems=2
type MaxItemsValue []string

// +kubebuilder:validation:MinItems=2
type MinItemsValue []string

// +kubebuilder:validation:UniqueItems=false
type UniqueItemsValue []string

// +kubebuilder:validation:MaxProperties=1
type MaxPropertiesValue map[string]string

// +kubebuilder:validation:MinProperties=2
type MinPropertiesValue map[string]string

// +kubebuilder:validation:Enum=a;b
type EnumValue string

// +kubebuilder:validation:Format=ipv4
type FormatValue string

// +kubebuilder:validation:Type=string
type TypeValue string

// +kubebuilder:validation:XPreserveUnknownFields
type XPreserveUnknownFieldsValue runtime.RawExtension

// +kubebuilder:validation:XEmbeddedResource
type XEmbeddedResourceValue runtime.RawExtension

// +kubebuilder:validation:XIntOrString
type XIntOrStringValue intstr.IntOrString

// +kubebuilder:validation:XValidation:rule="self.size >= oldSelf.value().size",message="grows",messageExpression="'grows only'",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
type XValidationValue struct {
	Size int32 `json:"size"`
}

// +kubebuilder:validation:MaxProperties=20
// +kubebuilder:validation:XValidation:rule="self.all(key, key.size() <= 9)",message="keys must have at most 9 characters"
type KeysMaxLength map[string]string

// +kubebuilder:validation:MaxProperties=20
// +kubebuilder:validation:XValidation:rule="self.all(key, key.size() >= 2)",message="keys must have at least 2 characters"
type KeysMinLength map[string]string

// +kubebuilder:validation:MaxProperties=20
// +kubebuilder:validation:XValidation:rule="self.all(key, key.matches(\"^[a-z]+$\"))",message="keys must match ^[a-z]+$"
type KeysPattern map[string]string

// +kubebuilder:validation:MaxProperties=20
// +kubebuilder:validation:XValidation:rule="self.all(key, key in [\"a\", \"b\"])",message="keys must be one of a, b"
type KeysEnum map[string]string
