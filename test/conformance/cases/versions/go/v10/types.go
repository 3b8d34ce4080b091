// +groupName=versions.kbts.dev
package v10

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Disk is a disk.
// +kubebuilder:resource:shortName=dk
type Disk struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              DiskSpec `json:"spec"`
}

// DiskSpec is the spec.
type DiskSpec struct {
	Size int32 `json:"size"`
}
