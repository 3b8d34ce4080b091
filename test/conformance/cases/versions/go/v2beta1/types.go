// +groupName=versions.kbts.dev
package v2beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Disk is a disk.
// +kubebuilder:resource:shortName=dk
// +kubebuilder:printcolumn:name=Size,type=integer,JSONPath=`.spec.size`
type Disk struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              DiskSpec `json:"spec"`
}

// DiskSpec is the spec.
type DiskSpec struct {
	Size *int32 `json:"size,omitempty"`
}
