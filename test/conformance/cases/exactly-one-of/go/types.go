// +groupName=exactly-one-of.kbts.dev
// +versionName=v1
package exactlyoneof

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
}

// +kubebuilder:validation:ExactlyOneOf=a;b;c
type RowSpec struct {
	A string `json:"a,omitempty"`
	B *int32 `json:"b,omitempty"`
	C *Thing `json:"c,omitempty"`
}

// Thing is.
type Thing struct {
	X string `json:"x,omitempty"`
}
