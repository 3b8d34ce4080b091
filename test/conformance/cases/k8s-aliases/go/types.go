// +groupName=k8s-aliases.kbts.dev
// +versionName=v1
package k8saliases

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
	// +k8s:maxItems=5 # no more
	A []string `json:"a,omitempty"`
	// +k8s:minimum=1
	B int32 `json:"b,omitempty"`
	// +k8s:maximum=9
	C int32 `json:"c,omitempty"`
	// +k8s:listType=set
	D []string `json:"d,omitempty"`
	// +k8s:listType=map
	// +k8s:listMapKey=x
	// +listType=map
	// +listMapKey=x
	E []Thing `json:"e,omitempty"`
}

// Thing is.
type Thing struct {
	X string `json:"x"`
}
