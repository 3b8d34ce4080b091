// +groupName=validation-minitems.kbts.dev
// +versionName=v1
package validationminitems

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
	// +kubebuilder:validation:MinItems=1
	A []string `json:"a"`
	B Named `json:"b"`
}

// Named is a list.
// +kubebuilder:validation:MinItems=2
type Named []string
