// +groupName=validation-pattern-quoted.kbts.dev
// +versionName=v1
package validationpatternquoted

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
	// +kubebuilder:validation:Pattern="^\\d+\\.x$"
	A string `json:"a,omitempty"`
	// +kubebuilder:validation:Pattern:=`^a{1,3};b$`
	B string `json:"b,omitempty"`
	// +kubebuilder:validation:Pattern=^[a-z]+$
	C string `json:"c,omitempty"`
}

