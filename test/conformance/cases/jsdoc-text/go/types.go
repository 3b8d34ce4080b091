// +groupName=jsdoc-text.kbts.dev
// +versionName=v1
package jsdoctext

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              RowSpec `json:"spec"`
}

// RowSpec is the spec.
//
// It has two paragraphs.
type RowSpec struct {
	// One line with a Thing in it, and other words.
	A string `json:"a,omitempty"`
	// Several lines
	// of text.
	//   - indented
	B string `json:"b,omitempty"`
	// Text with markers in it.
	// +kubebuilder:validation:MaxLength=5
	// +optional
	C string `json:"c"`
	// Long rules.
	// +kubebuilder:validation:XValidation:rule="( self == 'a' || self == 'b' )",message="a or b"
	D string `json:"d,omitempty"`
	// Old.
	//
	// Deprecated: use a
	E string `json:"e,omitempty"`
	// Text of comments.
	F string `json:"f,omitempty"`
	// Text after a marker.
	// +kubebuilder:validation:MaxLength=5
	G string `json:"g,omitempty"`
	H string `json:"h,omitempty"`
	I string `json:"i,omitempty"`
	// A list:
	J string `json:"j,omitempty"`
}
