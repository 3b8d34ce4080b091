// +groupName=type-computed.kbts.dev
// +versionName=v1
package typecomputed

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
	Mapped Mapped `json:"mapped,omitempty"`
	Named Named `json:"named,omitempty"`
	Renamed Renamed `json:"renamed,omitempty"`
	Filtered Filtered `json:"filtered,omitempty"`
	// +kubebuilder:validation:Minimum=1
	Indexed int32 `json:"indexed,omitempty"`
	Item Thing `json:"item,omitempty"`
	Conditional string `json:"conditional,omitempty"`
	// +kubebuilder:validation:Enum=bb;cc
	Distributed string `json:"distributed,omitempty"`
	// +kubebuilder:validation:Enum=a;b;c
	Keys string `json:"keys,omitempty"`
}

type Mapped struct {
	// A is a text.
	// +kubebuilder:validation:MaxLength=5
	A string `json:"a,omitempty"`
	// B is a number.
	// +kubebuilder:validation:Minimum=1
	B int32 `json:"b,omitempty"`
	// +nullable
	C bool `json:"c,omitempty"`
}

type Filtered struct {
	// B is a number.
	// +kubebuilder:validation:Minimum=1
	B int32 `json:"b,omitempty"`
}

type Named struct {
	One int32 `json:"one"`
	Two int32 `json:"two"`
}

type Renamed struct {
	One bool `json:"is-one,omitempty"`
	Two bool `json:"is-two,omitempty"`
}

type Thing struct {
	X string `json:"x,omitempty"`
}
