// +groupName=validation-maximum.kbts.dev
// +versionName=v1
package validationmaximum

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
	// +kubebuilder:validation:Maximum=10
	Field int32 `json:"field,omitempty"`
	Named Named `json:"named,omitempty"`
	// +kubebuilder:validation:items:Maximum=10
	Items []int32 `json:"items,omitempty"`
}

// Named has a marker.
// +kubebuilder:validation:Maximum=10
type Named int32
