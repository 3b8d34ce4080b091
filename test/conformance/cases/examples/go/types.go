// +groupName=examples.kbts.dev
// +versionName=v1
package examples

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
	// +kubebuilder:example=3
	A int32 `json:"a,omitempty"`
	// +kubebuilder:example="text"
	B string `json:"b,omitempty"`
	// +kubebuilder:example={a,b}
	C []string `json:"c,omitempty"`
	// +kubebuilder:example={a:-1}
	D map[string]int32 `json:"d,omitempty"`
}

