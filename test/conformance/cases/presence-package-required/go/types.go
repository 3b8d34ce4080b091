// +groupName=presence-package-required.kbts.dev
// +versionName=v1
// +kubebuilder:validation:Required
package presencepackagerequired

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
	A string `json:"a"`
	B string `json:"b,omitempty"`
	// +optional
	C string `json:"c"`
}
