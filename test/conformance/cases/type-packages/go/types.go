// +groupName=type-packages.kbts.dev
// +versionName=v1
package typepackages

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              RowSpec `json:"spec"`
}

type RowSpec struct {
	Shape  Shape  `json:"shape,omitempty"`
	Colour Colour `json:"colour,omitempty"`
}

// Shape has corners.
type Shape struct {
	// How many.
	// +kubebuilder:validation:Minimum=3
	Corners int `json:"corners"`
}

// Colour is a colour.
// +kubebuilder:validation:Enum=red;blue
type Colour string
