// Package v1alpha1 is the Go twin of examples/database.
// +groupName=data.my.domain
package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	v1 "kbts.dev/conformance/examples/database/go/v1"
)

// DatabaseSpec is what a user wanted at first.
type DatabaseSpec struct {
	// +kubebuilder:validation:Pattern=`^(postgres|mysql)(:.+)?$`
	Image string `json:"image"`
	// +optional
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=9
	Replicas *int32 `json:"replicas,omitempty"`
	// +optional
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=1
	StorageGi *int32 `json:"storageGi,omitempty"`
	// +kubebuilder:validation:MinLength=1
	PasswordSecret string `json:"passwordSecret"`
	// +optional
	Backup *v1.Backup `json:"backup,omitempty"`
}

// Database is the kind.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
type Database struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   DatabaseSpec      `json:"spec"`
	Status v1.DatabaseStatus `json:"status,omitempty"`
}
