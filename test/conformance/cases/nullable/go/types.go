// +groupName=nullable.kbts.dev
// +versionName=v1
package nullable

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
	// +nullable
	A *string `json:"a,omitempty"`
	B *string `json:"b,omitempty"`
	// +nullable
	C *Thing `json:"c,omitempty"`
	// +nullable
	D []string `json:"d"`
}

// Thing is.
type Thing struct {
	X string `json:"x,omitempty"`
}
