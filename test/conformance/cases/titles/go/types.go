// +groupName=titles.kbts.dev
// +versionName=v1
package titles

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
	// +kubebuilder:title="A title"
	A string `json:"a,omitempty"`
	// +kubebuilder:title=Bare
	B Thing `json:"b,omitempty"`
	C Thing `json:"c,omitempty"`
}

// Thing is.
// +kubebuilder:title="Of the type"
type Thing struct {
	X string `json:"x,omitempty"`
}
