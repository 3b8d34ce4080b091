// +groupName=validation-maxlength.kbts.dev
// +versionName=v1
package validationmaxlength

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
	// +kubebuilder:validation:MaxLength=63
	Field string `json:"field,omitempty"`
	Named Named `json:"named,omitempty"`
	// +kubebuilder:validation:items:MaxLength=63
	Items []string `json:"items,omitempty"`
}

// Named has a marker.
// +kubebuilder:validation:MaxLength=63
type Named string
