// +groupName=deprecated.kbts.dev
// +versionName=v1
package deprecated

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
// +kubebuilder:deprecatedversion:warning="use v2, please"
// +kubebuilder:storageversion
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
}

type RowSpec struct {
	A string `json:"a"`
}

