// +groupName=validation-enum-forms.kbts.dev
// +versionName=v1
package validationenumforms

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
}

type RowSpec struct {
	// +kubebuilder:validation:Enum={a, b}
	A string `json:"a,omitempty"`
	// +kubebuilder:validation:Enum=1;2;3
	B int32 `json:"b,omitempty"`
	// +kubebuilder:validation:Enum:="x";y
	C string `json:"c,omitempty"`
	// +kubebuilder:validation:Enum=""
	D string `json:"d,omitempty"`
}

