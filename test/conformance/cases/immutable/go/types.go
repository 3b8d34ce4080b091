// +groupName=immutable.kbts.dev
// +versionName=v1
package immutable

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
}

// +kubebuilder:validation:XValidation:rule="self.a != 'x'"
type RowSpec struct {
	// +k8s:immutable
	A string `json:"a"`
	// +k8s:immutable
	B string `json:"b,omitempty"`
	// +k8s:immutable
	C Thing `json:"c,omitempty"`
}

// Thing is.
type Thing struct {
	// +k8s:immutable
	X string `json:"x,omitempty"`
}
