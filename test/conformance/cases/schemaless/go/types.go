// +groupName=schemaless.kbts.dev
// +versionName=v1
package schemaless

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
	// A is free.
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:pruning:PreserveUnknownFields
	A Thing `json:"a,omitempty"`
	// +kubebuilder:validation:Schemaless
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:MaxLength=3
	B Thing `json:"b,omitempty"`
}

// Thing is.
type Thing struct {
	X string `json:"x,omitempty"`
}
