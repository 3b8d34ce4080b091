// +groupName=validation-preserve.kbts.dev
// +versionName=v1
package validationpreserve

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
	// +kubebuilder:validation:XPreserveUnknownFields
	A Thing `json:"a,omitempty"`
	// +kubebuilder:pruning:PreserveUnknownFields
	B Thing `json:"b,omitempty"`
	C Open `json:"c,omitempty"`
}

// Thing is.
type Thing struct {
	X string `json:"x,omitempty"`
}

// Open keeps all.
// +kubebuilder:pruning:PreserveUnknownFields
type Open struct {
	X string `json:"x,omitempty"`
}
