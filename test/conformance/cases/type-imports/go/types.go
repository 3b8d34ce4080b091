// +groupName=type-imports.kbts.dev
// +versionName=v1
package typeimports

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
	Sibling Sibling `json:"sibling,omitempty"`
	Folder Colour `json:"folder,omitempty"`
	Whole Size `json:"whole,omitempty"`
	Renamed Sibling `json:"renamed,omitempty"`
	Exported Colour `json:"exported,omitempty"`
	Inline Sibling `json:"inline,omitempty"`
	Aliased Aliased `json:"aliased,omitempty"`
}

// Sibling is next door.
type Sibling struct {
	// Name of it.
	Name string `json:"name"`
}

// Colour is a colour.
// +kubebuilder:validation:Enum=red;blue
type Colour string

// Size is a size.
// +kubebuilder:validation:Minimum=1
type Size int

// Aliased is found through a path alias.
type Aliased struct {
	X string `json:"x,omitempty"`
}
