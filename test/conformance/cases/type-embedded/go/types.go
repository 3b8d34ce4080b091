// +groupName=type-embedded.kbts.dev
// +versionName=v1
package typeembedded

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              RowSpec `json:"spec"`
}

// RowSpec is the spec.
// +kubebuilder:validation:XValidation:rule="self.own != ''",message="own"
type RowSpec struct {
	Base  `json:",inline"`
	Other `json:",inline"`
	// Own is own.
	Own string `json:"own"`
}

// Base is a base.
// +kubebuilder:validation:XValidation:rule="self.a != ''",message="base"
type Base struct {
	// A is a.
	A string `json:"a"`
	// +k8s:immutable
	B string `json:"b,omitempty"`
}

// Other is another.
// +kubebuilder:validation:MinProperties=1
type Other struct {
	C []string `json:"c,omitempty"`
}
