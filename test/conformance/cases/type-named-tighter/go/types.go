// +groupName=type-named-tighter.kbts.dev
// +versionName=v1
package typenamedtighter

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
	// +kubebuilder:validation:MaxLength=5
	A Name `json:"a,omitempty"`
	// +kubebuilder:validation:MinLength=1
	B Name `json:"b,omitempty"`
}

// Name is a name.
// +kubebuilder:validation:MaxLength=9
// +kubebuilder:validation:MinLength=1
type Name string
