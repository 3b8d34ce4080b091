// +groupName=selectable-fields.kbts.dev
// +versionName=v1
package selectablefields

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
// +kubebuilder:selectablefield:JSONPath=.spec.tier
// +kubebuilder:selectablefield:JSONPath=`.spec.size`
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
}

type RowSpec struct {
	Tier string `json:"tier"`
	Size int32 `json:"size,omitempty"`
}

