// +groupName=metadata.kbts.dev
// +versionName=v1
package metadata

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
// +kubebuilder:metadata:annotations="api-approved.kubernetes.io=https://example.com/1";"b=c=d",labels={x=y}
// +kubebuilder:metadata:labels=z=1
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
}

type RowSpec struct {
	A string `json:"a"`
}

