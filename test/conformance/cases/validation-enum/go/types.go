// +groupName=validation-enum.kbts.dev
// +versionName=v1
package validationenum

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
	// +kubebuilder:validation:Enum=Allow;Forbid;Replace
	Field string `json:"field,omitempty"`
	Named Named `json:"named,omitempty"`
	// +kubebuilder:validation:items:Enum=Allow;Forbid;Replace
	Items []string `json:"items,omitempty"`
}

// Named has a marker.
// +kubebuilder:validation:Enum=Allow;Forbid;Replace
type Named string
