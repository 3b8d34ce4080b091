// +groupName=type-utilities.kbts.dev
// +versionName=v1
package typeutilities

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              RowSpec `json:"spec"`
}

type RowSpec struct {
	Partial Partial `json:"partial,omitempty"`
	Required Required `json:"required,omitempty"`
	Picked Picked `json:"picked,omitempty"`
	Omitted Omitted `json:"omitted,omitempty"`
	Readonly Readonly `json:"readonly,omitempty"`
	NonNullable bool `json:"nonNullable,omitempty"`
	// +kubebuilder:validation:Enum=a;c
	Excluded string `json:"excluded,omitempty"`
	// +kubebuilder:validation:Enum=a;b
	Extracted string `json:"extracted,omitempty"`
	Nested Nested `json:"nested,omitempty"`
}

type Partial struct {
	// A is a text.
	// +kubebuilder:validation:MaxLength=5
	A string `json:"a,omitempty"`
	// B is a number.
	// +kubebuilder:validation:Minimum=1
	B int32 `json:"b,omitempty"`
	// +nullable
	C bool `json:"c,omitempty"`
}

type Required struct {
	// A is a text.
	// +kubebuilder:validation:MaxLength=5
	A string `json:"a"`
	// B is a number.
	// +kubebuilder:validation:Minimum=1
	B int32 `json:"b"`
	// +nullable
	C bool `json:"c"`
}

type Picked struct {
	// A is a text.
	// +kubebuilder:validation:MaxLength=5
	A string `json:"a"`
	// B is a number.
	// +kubebuilder:validation:Minimum=1
	B int32 `json:"b,omitempty"`
}

type Omitted struct {
	// B is a number.
	// +kubebuilder:validation:Minimum=1
	B int32 `json:"b,omitempty"`
	// +nullable
	C bool `json:"c"`
}

// Base is a base.
type Readonly struct {
	// A is a text.
	// +kubebuilder:validation:MaxLength=5
	A string `json:"a"`
	// B is a number.
	// +kubebuilder:validation:Minimum=1
	B int32 `json:"b,omitempty"`
	// +nullable
	C bool `json:"c"`
}

type Nested struct {
	// A is a text.
	// +kubebuilder:validation:MaxLength=5
	A string `json:"a,omitempty"`
}
