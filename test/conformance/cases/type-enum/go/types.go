// +groupName=type-enum.kbts.dev
// +versionName=v1
package typeenum

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
	A Mode `json:"a"`
	B Mode `json:"b,omitempty"`
	C Level `json:"c,omitempty"`
}

// Mode is one of.
// +kubebuilder:validation:Enum=Z;A;M
type Mode string

// Level is a number.
// +kubebuilder:validation:Enum=0;1;5
type Level int
