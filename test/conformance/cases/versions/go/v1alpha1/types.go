// +groupName=versions.kbts.dev
package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Disk is a disk.
// +kubebuilder:unservedversion
// +kubebuilder:resource:shortName=dk
// +kubebuilder:deprecatedversion
type Disk struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              DiskSpec `json:"spec"`
}

// DiskSpec is the spec.
type DiskSpec struct {
	Size string `json:"size"`
}
