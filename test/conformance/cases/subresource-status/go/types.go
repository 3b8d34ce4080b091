// +groupName=subresource-status.kbts.dev
// +versionName=v1
package subresourcestatus

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
// +kubebuilder:subresource:status
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
	Status RowStatus `json:"status,omitempty"`
}

type RowSpec struct {
	A string `json:"a"`
}

type RowStatus struct {
	Ready bool `json:"ready,omitempty"`
}

