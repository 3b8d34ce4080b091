// +groupName=core-types.kbts.dev
// +versionName=v1
package coretypes

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
	Template corev1.PodTemplateSpec `json:"template"`
	// Resources of it.
	Resources corev1.ResourceRequirements `json:"resources,omitempty"`
	// +listType=map
	// +listMapKey=name
	Env []corev1.EnvVar `json:"env,omitempty"`
	Selector *metav1.LabelSelector `json:"selector,omitempty"`
	Ref corev1.LocalObjectReference `json:"ref,omitempty"`
	Tolerations []corev1.Toleration `json:"tolerations,omitempty"`
	Limits corev1.ResourceList `json:"limits,omitempty"`
	Policy corev1.PullPolicy `json:"policy,omitempty"`
	Probe *corev1.Probe `json:"probe,omitempty"`
}

