// +groupName=type-objects.kbts.dev
// +versionName=v1
package typeobjects

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
	A Interface `json:"a"`
	B Alias `json:"b,omitempty"`
	C Class `json:"c,omitempty"`
	D Inline `json:"d,omitempty"`
}

// Interface is one.
type Interface struct {
	X string `json:"x"`
}

// Alias is another.
type Alias struct {
	// X is x.
	X string `json:"x,omitempty"`
}

// Class is a class.
type Class struct {
	// X is x.
	X string `json:"x"`
	Y int32 `json:"y,omitempty"`
}

type Inline struct {
	X string `json:"x"`
	Deep []Deep `json:"deep,omitempty"`
}

type Deep struct {
	Y int32 `json:"y,omitempty"`
}
