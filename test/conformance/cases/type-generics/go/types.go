// +groupName=type-generics.kbts.dev
// +versionName=v1
package typegenerics

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
	Text TextBox `json:"text,omitempty"`
	Deep DeepBox `json:"deep,omitempty"`
	Pair Pair `json:"pair,omitempty"`
	List []Thing `json:"list,omitempty"`
}

// Box holds something.
type TextBox struct {
	// Value of it.
	Value string `json:"value"`
	Note  string `json:"note,omitempty"`
}

// Box holds something.
type NumberBox struct {
	// Value of it.
	Value int32 `json:"value"`
	Note  string `json:"note,omitempty"`
}

// Box holds something.
type DeepBox struct {
	// Value of it.
	Value []NumberBox `json:"value"`
	Note  string `json:"note,omitempty"`
}

// Pair has two.
type Pair struct {
	First  string `json:"first"`
	Second string `json:"second,omitempty"`
}

// Thing is.
type Thing struct {
	X string `json:"x,omitempty"`
}
