// +groupName=validation-items.kbts.dev
// +versionName=v1
package validationitems

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
	Exclusive Exclusive `json:"exclusive,omitempty"`
	// +kubebuilder:validation:Maximum=10
	// +kubebuilder:validation:ExclusiveMaximum=true
	Below int32 `json:"below,omitempty"`
	Maximum Small `json:"maximum,omitempty"`
	// +kubebuilder:validation:items:ExclusiveMaximum=true
	// +kubebuilder:validation:items:Maximum=7
	FieldExclusive []int32 `json:"fieldExclusive,omitempty"`
	Multiple Fours `json:"multiple,omitempty"`
	Texts Texts `json:"texts,omitempty"`
	Rows Rows `json:"rows,omitempty"`
	// +kubebuilder:validation:items:MinItems=1
	// +kubebuilder:validation:items:UniqueItems=false
	// +kubebuilder:validation:UniqueItems=false
	FieldRows [][]string `json:"fieldRows,omitempty"`
	Tables Tables `json:"tables,omitempty"`
	// +kubebuilder:validation:items:MaxProperties=3
	// +kubebuilder:validation:items:MinProperties=1
	FieldTables []map[string]string `json:"fieldTables,omitempty"`
	Choices Choices `json:"choices,omitempty"`
	Addresses Addresses `json:"addresses,omitempty"`
}

// Exclusive is between two numbers.
// +kubebuilder:validation:Maximum=10
// +kubebuilder:validation:ExclusiveMaximum=true
// +kubebuilder:validation:Minimum=0
// +kubebuilder:validation:ExclusiveMinimum=true
type Exclusive int32

// Small are small numbers.
// +kubebuilder:validation:items:Maximum=10
// +kubebuilder:validation:items:ExclusiveMaximum=true
// +kubebuilder:validation:items:Minimum=0
// +kubebuilder:validation:items:ExclusiveMinimum=true
type Small []int32

// Fours are multiples of four.
// +kubebuilder:validation:items:MultipleOf=4
type Fours []int32

// Texts are short.
// +kubebuilder:validation:items:MaxLength=9
// +kubebuilder:validation:items:MinLength=2
// +kubebuilder:validation:items:Pattern=`^[a-z]+$`
type Texts []string

// Rows are lists.
// +kubebuilder:validation:UniqueItems=false
// +kubebuilder:validation:items:MaxItems=4
// +kubebuilder:validation:items:MinItems=1
// +kubebuilder:validation:items:UniqueItems=false
type Rows [][]string

// Tables are maps.
// +kubebuilder:validation:items:MaxProperties=3
// +kubebuilder:validation:items:MinProperties=1
type Tables []map[string]string

// Choices are some of three.
// +kubebuilder:validation:items:Enum=b;a;c
type Choices []string

// Addresses are IPv4.
// +kubebuilder:validation:items:Format=ipv4
type Addresses []string
