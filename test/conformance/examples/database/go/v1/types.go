// Package v1 is the Go twin of examples/database.
// +groupName=data.my.domain
package v1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// DatabaseSpec is what a user wants.
type DatabaseSpec struct {
	// +kubebuilder:validation:Enum=postgres;mysql
	Engine string `json:"engine"`
	// +optional
	// +kubebuilder:validation:MinLength=1
	Version string `json:"version,omitempty"`
	// +optional
	// +kubebuilder:default=1
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=9
	Replicas *int32 `json:"replicas,omitempty"`
	// +optional
	// +kubebuilder:default="1Gi"
	Storage *resource.Quantity `json:"storage,omitempty"`
	// +kubebuilder:validation:MinLength=1
	PasswordSecret string `json:"passwordSecret"`
	// +optional
	Backup *Backup `json:"backup,omitempty"`
}

// Backup is when a copy is made, and how many are kept.
type Backup struct {
	// +kubebuilder:validation:MinLength=9
	Schedule string `json:"schedule"`
	// +optional
	// +kubebuilder:default=7
	// +kubebuilder:validation:Minimum=1
	Keep *int32 `json:"keep,omitempty"`
}

// Condition is metav1.Condition with the types and reasons of this kind.
type Condition struct {
	// +kubebuilder:validation:Enum=Ready
	// +kubebuilder:validation:Pattern=`^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$`
	// +kubebuilder:validation:MaxLength=316
	Type string `json:"type"`
	// +kubebuilder:validation:Enum=True;False;Unknown
	Status metav1.ConditionStatus `json:"status"`
	// +optional
	// +kubebuilder:validation:Minimum=0
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`
	// +kubebuilder:validation:Type=string
	// +kubebuilder:validation:Format=date-time
	LastTransitionTime metav1.Time `json:"lastTransitionTime"`
	// +kubebuilder:validation:Enum=AllReplicasReady;WaitingForReplicas;SecretMissing
	// +kubebuilder:validation:MaxLength=1024
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:Pattern=`^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$`
	Reason string `json:"reason"`
	// +kubebuilder:validation:MaxLength=32768
	Message string `json:"message"`
}

// DatabaseStatus is what was seen.
type DatabaseStatus struct {
	// +optional
	ReadyReplicas int32 `json:"readyReplicas,omitempty"`
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []Condition `json:"conditions,omitempty"`
}

// Database is the kind.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Engine,type=string,JSONPath=`.spec.engine`
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
// +kubebuilder:storageversion
type Database struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   DatabaseSpec   `json:"spec"`
	Status DatabaseStatus `json:"status,omitempty"`
}
