// +groupName=presence-k8s-required.kbts.dev
// +versionName=v1
package presencek8srequired

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
}

type RowSpec struct {
	// +k8s:required
	A string `json:"a,omitempty"`
	// +k8s:required
	B []string `json:"b,omitempty"`
	// +k8s:required
	C map[string]string `json:"c,omitempty"`
	// +k8s:required
	D Thing `json:"d,omitempty"`
	// +k8s:required
	// +kubebuilder:validation:MinLength=3
	E string `json:"e,omitempty"`
	// +k8s:required # why
	F int32 `json:"f,omitempty"`
}

// Thing is.
type Thing struct {
	X string `json:"x,omitempty"`
}
