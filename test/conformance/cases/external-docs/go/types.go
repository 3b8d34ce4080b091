// +groupName=external-docs.kbts.dev
// +versionName=v1
package externaldocs

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
	// +kubebuilder:externalDocs:url="https://example.com/a",description="more"
	A string `json:"a,omitempty"`
	// +kubebuilder:externalDocs:url="https://example.com/b"
	B Thing `json:"b,omitempty"`
	C Thing `json:"c,omitempty"`
}

// Thing is.
// +kubebuilder:externalDocs:url="https://example.com/type"
type Thing struct {
	X string `json:"x,omitempty"`
}
