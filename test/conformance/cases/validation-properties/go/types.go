// +groupName=validation-properties.kbts.dev
// +versionName=v1
package validationproperties

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
	// +kubebuilder:validation:MaxProperties=3
	// +kubebuilder:validation:MinProperties=1
	A map[string]string `json:"a,omitempty"`
	B Named `json:"b,omitempty"`
	C Thing `json:"c,omitempty"`
}

// Named is a map.
// +kubebuilder:validation:MaxProperties=9
type Named map[string]int32

// Thing is an object.
// +kubebuilder:validation:MinProperties=2
type Thing struct {
	X string `json:"x,omitempty"`
}
