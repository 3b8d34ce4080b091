// +groupName=type-named.kbts.dev
// +versionName=v1
package typenamed

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
	// The field wins.
	A Name `json:"a,omitempty"`
	B Name `json:"b,omitempty"`
	// +kubebuilder:validation:MaxLength=5
	C Name `json:"c,omitempty"`
	D Deep `json:"d,omitempty"`
	// +kubebuilder:validation:Pattern=`^b`
	E Pat `json:"e,omitempty"`
	F []Name `json:"f,omitempty"`
	G map[string]Name `json:"g,omitempty"`
}

// Name is a name.
// +kubebuilder:validation:MinLength=1
type Name string

// Deep adds.
// +kubebuilder:validation:MaxLength=9
type Deep Name

// Pat has a pattern.
// +kubebuilder:validation:Pattern=`a`
type Pat string
