// +groupName=validation-minimum.kbts.dev
// +versionName=v1
package validationminimum

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
	// +kubebuilder:validation:Minimum=-5
	Field int64 `json:"field,omitempty"`
	Named Named `json:"named,omitempty"`
	// +kubebuilder:validation:items:Minimum=-5
	Items []int64 `json:"items,omitempty"`
}

// Named has a marker.
// +kubebuilder:validation:Minimum=-5
type Named int64
