// +groupName=core-types-client-node.kbts.dev
// +versionName=v1
package coretypesclientnode

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1 "k8s.io/api/core/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
}

type RowSpec struct {
	Tolerations []corev1.Toleration `json:"tolerations"`
	Conditions []metav1.Condition `json:"conditions,omitempty"`
	Probe *corev1.Probe `json:"probe,omitempty"`
	Metadata metav1.ObjectMeta `json:"metadata,omitempty"`
}

