// +groupName=large-integers.kbts.dev
// +versionName=v1
package largeintegers

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
	// +kubebuilder:validation:Maximum=9007199254740993
	A int64 `json:"a,omitempty"`
	// +kubebuilder:default=-9223372036854775808
	B int64 `json:"b,omitempty"`
}

