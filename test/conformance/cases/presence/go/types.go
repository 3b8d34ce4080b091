// +groupName=presence.kbts.dev
// +versionName=v1
package presence

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
	// +required
	A string `json:"a,omitempty"`
	// +optional
	B string `json:"b"`
	// +kubebuilder:validation:Required
	C string `json:"c,omitempty"`
	// +kubebuilder:validation:Optional
	D string `json:"d"`
	// +k8s:optional
	E string `json:"e"`
	// +optional
	// +kubebuilder:validation:Required
	F string `json:"f,omitempty"`
	// +required
	// +kubebuilder:validation:Optional
	G string `json:"g"`
}

