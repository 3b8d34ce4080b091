// +groupName=type-lists.kbts.dev
// +versionName=v1
package typelists

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
	A []string `json:"a"`
	B [][]int32 `json:"b,omitempty"`
	C []Thing `json:"c,omitempty"`
	D []*Thing `json:"d,omitempty"`
	E map[string][]string `json:"e,omitempty"`
	F []map[string]string `json:"f,omitempty"`
	G map[string]Thing `json:"g,omitempty"`
	H []string `json:"h,omitempty"`
}

// Thing is.
type Thing struct {
	X string `json:"x,omitempty"`
}
