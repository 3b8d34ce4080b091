// +groupName=type-tuples.kbts.dev
// +versionName=v1
package typetuples

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
	// +kubebuilder:validation:MinItems=2
	// +kubebuilder:validation:MaxItems=2
	Pair []int32 `json:"pair"`
	// +kubebuilder:validation:MinItems=3
	// +kubebuilder:validation:MaxItems=3
	Triple []string `json:"triple,omitempty"`
	// +kubebuilder:validation:MinItems=1
	Least []string `json:"least,omitempty"`
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=2
	Optional []string `json:"optional,omitempty"`
}
