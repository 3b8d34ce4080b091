// Package v1beta1 is the Go twin of examples/pipeline.
// +groupName=distri-infer.ndsl.cn
package v1beta1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// PipelineSpec is what a user wants.
type PipelineSpec struct {
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="a pipeline cannot move to another namespace"
	// +kubebuilder:default=default
	// +optional
	Namespace string `json:"namespace,omitempty"`
	// +kubebuilder:validation:MinItems=1
	// +kubebuilder:validation:MaxItems=20
	// +listType=atomic
	Steps []PipelineStep `json:"steps"`
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="a volume cannot change; make a new pipeline"
	ModelStorage ModelStorage `json:"modelStorage"`
}

// PipelineStep is one part of the model.
type PipelineStep struct {
	// +kubebuilder:validation:MinLength=1
	Image string `json:"image"`
	// +kubebuilder:validation:MaxLength=63
	// +optional
	Location string `json:"location,omitempty"`
	// +kubebuilder:validation:MinLength=1
	Model string `json:"model"`
	// +kubebuilder:validation:MaxProperties=50
	// +optional
	Args map[string]string `json:"args,omitempty"`
}

// ModelStorage is where the model is.
// +kubebuilder:validation:ExactlyOneOf=nfs;hostPath
type ModelStorage struct {
	// +kubebuilder:default="10Gi"
	// +optional
	Capacity *resource.Quantity `json:"capacity,omitempty"`
	// +optional
	NFS *NFSFolder `json:"nfs,omitempty"`
	// +optional
	HostPath *HostFolder `json:"hostPath,omitempty"`
}

// NFSFolder is a folder of a server.
type NFSFolder struct {
	// +kubebuilder:validation:MinLength=1
	Server string `json:"server"`
	// +kubebuilder:validation:Pattern=`^/`
	Path string `json:"path"`
}

// HostFolder is a folder of a node.
type HostFolder struct {
	// +kubebuilder:validation:Pattern=`^/`
	Path string `json:"path"`
}

// PipelinePhase is where a pipeline is in its life.
// +kubebuilder:validation:Enum=Pending;Running;Degraded;Terminating
type PipelinePhase string

// PipelineStatus is what was seen.
type PipelineStatus struct {
	// +optional
	Phase PipelinePhase `json:"phase,omitempty"`
	// +optional
	DetailPhase string `json:"detailPhase,omitempty"`
	// +optional
	ReadySteps int32 `json:"readySteps,omitempty"`
	// +optional
	Endpoint string `json:"endpoint,omitempty"`
	// +listType=map
	// +listMapKey=type
	// +optional
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

// Pipeline is the kind.
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:path=pipelines,scope=Cluster,shortName=pl
// +kubebuilder:printcolumn:name="Phase",type=string,JSONPath=`.status.phase`
// +kubebuilder:printcolumn:name="Steps",type=integer,JSONPath=`.status.readySteps`
// +kubebuilder:printcolumn:name="Detail",type=string,JSONPath=`.status.detailPhase`,priority=1
// +kubebuilder:printcolumn:name="Endpoint",type=string,JSONPath=`.status.endpoint`,priority=1
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
// +kubebuilder:validation:XValidation:rule="self.metadata.name.matches('^[a-z]([-a-z0-9]{0,48}[a-z0-9])?$')",message="names of Services begin with it, so it begins with a letter and has at most 50 characters"
type Pipeline struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec   PipelineSpec   `json:"spec"`
	Status PipelineStatus `json:"status,omitempty"`
}
