// +groupName=k8s-enum.kbts.dev
// +versionName=v1
package k8senum

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
	Mode Mode `json:"mode,omitempty"`
}

// Mode is one of.
// +k8s:enum
type Mode string

const (
	ModeZ Mode = "z"
	ModeA Mode = "a"
)
