// +groupName=validation-maxitems.kbts.dev
// +versionName=v1
package validationmaxitems

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
	// +kubebuilder:validation:MaxItems=3
	A []string `json:"a,omitempty"`
	B Named `json:"b,omitempty"`
	// +kubebuilder:validation:items:MaxItems=2
	C [][]string `json:"c,omitempty"`
}

// Named is a list.
// +kubebuilder:validation:MaxItems=5
type Named []string
