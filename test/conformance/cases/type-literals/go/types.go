// +groupName=type-literals.kbts.dev
// +versionName=v1
package typeliterals

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
	// +kubebuilder:validation:Enum=true
	Yes bool `json:"yes"`
	// +kubebuilder:validation:Enum=false
	No bool `json:"no,omitempty"`
	// +kubebuilder:validation:Enum=1
	One int `json:"one,omitempty"`
	// +kubebuilder:validation:Enum=word
	Word string `json:"word,omitempty"`
	// +kubebuilder:validation:Enum=3;1;2
	Numbers int `json:"numbers,omitempty"`
	// +kubebuilder:validation:Enum=b;a
	Words string `json:"words,omitempty"`
	// +kubebuilder:validation:Enum=low;high
	Constants string `json:"constants,omitempty"`
	// +kubebuilder:validation:Enum=x;y
	List string `json:"list,omitempty"`
	// Known values: A, B.
	Open string `json:"open,omitempty"`
}
