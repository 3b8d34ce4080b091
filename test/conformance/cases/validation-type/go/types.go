// +groupName=validation-type.kbts.dev
// +versionName=v1
package validationtype

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	apiext "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
}

type RowSpec struct {
	// +kubebuilder:validation:Type=string
	A int32 `json:"a,omitempty"`
	// +kubebuilder:validation:Type=object
	// +kubebuilder:pruning:PreserveUnknownFields
	B apiext.JSON `json:"b,omitempty"`
}

