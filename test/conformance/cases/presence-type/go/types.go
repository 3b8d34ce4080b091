// +groupName=presence-type.kbts.dev
// +versionName=v1
package presencetype

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
	A Loose `json:"a,omitempty"`
	B Strict `json:"b,omitempty"`
}

// Loose has optional fields.
type Loose struct {
	X string `json:"x,omitempty"`
	Y string `json:"y"`
}

// Strict has required fields.
type Strict struct {
	X string `json:"x"`
	Y string `json:"y,omitempty"`
}
