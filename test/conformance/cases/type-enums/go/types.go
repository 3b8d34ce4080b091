// +groupName=type-enums.kbts.dev
// +versionName=v1
package typeenums

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
	Text Mode `json:"text,omitempty"`
	Number Level `json:"number,omitempty"`
	// +kubebuilder:validation:Enum=Fast
	Member string `json:"member,omitempty"`
}

// Mode is a mode.
// +kubebuilder:validation:Enum=Fast;Slow
type Mode string

// Level is a level.
// +kubebuilder:validation:Enum=1;2
type Level int
