// +groupName=printcolumns.kbts.dev
// +versionName=v1
package printcolumns

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
// +kubebuilder:printcolumn:name=Phase,type=string,JSONPath=`.status.phase`
// +kubebuilder:printcolumn:name="Last Run",type=date,JSONPath=".status.lastRun",description="When it ran",format=date-time,priority=1
// +kubebuilder:printcolumn:JSONPath=.status.conditions[?(@.type=="Ready")].status,name=Ready,type=string
// +kubebuilder:printcolumn:name=Size,type=integer,JSONPath=`.spec.size`,priority=0
// +kubebuilder:printcolumn:name=Last,type=string,JSONPath=".status.conditions[-1:].type"
// +kubebuilder:printcolumn:name=Team,type=string,JSONPath=`.metadata.labels.example\.com/team`
// +kubebuilder:subresource:status
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
	Status RowStatus `json:"status,omitempty"`
}

type RowSpec struct {
	Size int32 `json:"size"`
}

type RowStatus struct {
	Phase string `json:"phase,omitempty"`
	LastRun *metav1.Time `json:"lastRun,omitempty"`
	// +listType=map
	// +listMapKey=type
	Conditions []metav1.Condition `json:"conditions,omitempty"`
}

