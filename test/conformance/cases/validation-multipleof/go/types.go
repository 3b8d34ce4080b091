// +groupName=validation-multipleof.kbts.dev
// +versionName=v1
package validationmultipleof

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
	// +kubebuilder:validation:MultipleOf=4
	Field int32 `json:"field,omitempty"`
	Named Named `json:"named,omitempty"`
	// +kubebuilder:validation:items:MultipleOf=4
	Items []int32 `json:"items,omitempty"`
}

// Named has a marker.
// +kubebuilder:validation:MultipleOf=4
type Named int32
