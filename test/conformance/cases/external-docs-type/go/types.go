// +groupName=external-docs-type.kbts.dev
// +versionName=v1
package externaldocstype

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
	A Thing `json:"a,omitempty"`
}

// Thing is documented elsewhere.
// +kubebuilder:externalDocs:url="https://example.com/things",description="all about things"
type Thing struct {
	X string `json:"x,omitempty"`
}
