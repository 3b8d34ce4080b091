// +groupName=descriptions.kbts.dev
// +versionName=v1
package descriptions

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
}

// RowSpec is the spec.
// 
// Second paragraph.
type RowSpec struct {
	// First line.
	// Second line.
	//
	//   indented
	// TODO: not shown
	// - a list
	// After the list.
	// ---
	// never shown
	A string `json:"a,omitempty"`
	// Says `code` and "quotes": yes.
	// +optional
	B string `json:"b,omitempty"`
	// ```
	// TODO kept in a fence
	// ```
	C string `json:"c,omitempty"`
	D string `json:"d,omitempty"`
	// Ünïcode → ok.
	E string `json:"e,omitempty"`
	// For example:
	//
	//   ---
	//   TODO: stays
	//     deeper
	// The end.
	F string `json:"f,omitempty"`
	// Words.
	//nolint:lll // too long
	// More words.
	//go:fix inline
	G string `json:"g,omitempty"`
}
