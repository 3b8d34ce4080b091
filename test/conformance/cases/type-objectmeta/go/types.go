// +groupName=type-objectmeta.kbts.dev
// +versionName=v1
package typeobjectmeta

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
	Template Template `json:"template,omitempty"`
}

// Template is.
type Template struct {
	metav1.ObjectMeta `json:"metadata,omitempty"`
	X string `json:"x,omitempty"`
}
