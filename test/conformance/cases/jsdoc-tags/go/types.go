// +groupName=jsdoc-tags.kbts.dev
// +versionName=v1
package jsdoctags

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
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=9
	Bounds int32 `json:"bounds,omitempty"`
	// +kubebuilder:validation:Minimum=0
	// +kubebuilder:validation:ExclusiveMinimum=true
	Above int32 `json:"above,omitempty"`
	// +kubebuilder:validation:Maximum=10
	// +kubebuilder:validation:ExclusiveMaximum=true
	Below int32 `json:"below,omitempty"`
	// +kubebuilder:validation:MultipleOf=4
	Fours int32 `json:"fours,omitempty"`
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=9
	// +kubebuilder:validation:Pattern=`^[a-z]+$`
	// +kubebuilder:title="A text"
	// +kubebuilder:validation:Format=hostname
	Text string `json:"text,omitempty"`
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=9
	// +listType=set
	List []string `json:"list,omitempty"`
	// +listType=map
	// +listMapKey=name
	Things []Thing `json:"things,omitempty"`
	// +kubebuilder:validation:MinProperties=1
	// +kubebuilder:validation:MaxProperties=9
	// +mapType=atomic
	Map map[string]string `json:"map,omitempty"`
	// +nullable
	Nullable string `json:"nullable,omitempty"`
	// +k8s:immutable
	Fixed string `json:"fixed"`
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	Free Thing `json:"free,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self != 'bad'",message="must not be bad"
	Rule string `json:"rule,omitempty"`
	// +kubebuilder:default=3
	Number int32 `json:"number,omitempty"`
	// +kubebuilder:default=word
	Word string `json:"word,omitempty"`
	// +kubebuilder:default={name: "x"}
	Object Thing `json:"object,omitempty"`
	// +kubebuilder:example=5
	Example int32 `json:"example,omitempty"`
	// +kubebuilder:externalDocs:url="https://example.com/more"
	See string `json:"see,omitempty"`
}

type Thing struct {
	Name string `json:"name"`
}
