// +groupName=type-unions.kbts.dev
// +versionName=v1
package typeunions

import (
	"k8s.io/apimachinery/pkg/util/intstr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              RowSpec `json:"spec"`
}

type RowSpec struct {
	Port intstr.IntOrString `json:"port,omitempty"`
	Value intstr.IntOrString `json:"value,omitempty"`
	Target Target `json:"target,omitempty"`
	Either Either `json:"either,omitempty"`
}

// Target is one of two.
// +kubebuilder:validation:ExactlyOneOf=url;service
type Target struct {
	URL     string `json:"url,omitempty"`
	Service string `json:"service,omitempty"`
}

// Either is a or b.
// +kubebuilder:validation:ExactlyOneOf=a;b
type Either struct {
	A string `json:"a,omitempty"`
	B string `json:"b,omitempty"`
}
