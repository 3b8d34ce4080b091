// +groupName=validation-format.kbts.dev
// +versionName=v1
package validationformat

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
	// +kubebuilder:validation:Format=ipv4
	Field string `json:"field,omitempty"`
	Named Named `json:"named,omitempty"`
	// +kubebuilder:validation:items:Format=ipv4
	Items []string `json:"items,omitempty"`
}

// Named has a marker.
// +kubebuilder:validation:Format=ipv4
type Named string
