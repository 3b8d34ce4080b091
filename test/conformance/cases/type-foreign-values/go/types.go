// +groupName=type-foreign-values.kbts.dev
// +versionName=v1
package typeforeignvalues

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
	Date metav1.Time `json:"date,omitempty"`
	Bytes []byte `json:"bytes,omitempty"`
	Text []byte `json:"text,omitempty"`
}
