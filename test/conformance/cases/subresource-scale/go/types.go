// +groupName=subresource-scale.kbts.dev
// +versionName=v1
package subresourcescale

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
	Status RowStatus `json:"status,omitempty"`
}

type RowSpec struct {
	Replicas int32 `json:"replicas,omitempty"`
}

type RowStatus struct {
	Replicas int32 `json:"replicas,omitempty"`
	Selector string `json:"selector,omitempty"`
}

