// +groupName=type-presence.kbts.dev
// +versionName=v1
package typepresence

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
	Given string `json:"given"`
	Maybe *string `json:"maybe,omitempty"`
	Undefinable string `json:"undefinable,omitempty"`
	Both string `json:"both,omitempty"`
}
