// +groupName=type-hidden.kbts.dev
// +versionName=v1
package typehidden

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
	Seen string `json:"seen,omitempty"`
	Internal string `json:"-"`
}
