// +groupName=type-floats.kbts.dev
// +versionName=v1
package typefloats

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
	A float64 `json:"a,omitempty"`
	B float32 `json:"b,omitempty"`
	// +kubebuilder:validation:Minimum=0.5
	C float64 `json:"c,omitempty"`
}

