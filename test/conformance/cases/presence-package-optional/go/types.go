// +groupName=presence-package-optional.kbts.dev
// +versionName=v1
// +kubebuilder:validation:Optional
package presencepackageoptional

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
	A string `json:"a"`
	// +required
	B string `json:"b"`
	S Shared `json:"s"`
}

