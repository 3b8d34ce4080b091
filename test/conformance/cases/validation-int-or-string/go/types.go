// +groupName=validation-int-or-string.kbts.dev
// +versionName=v1
package validationintorstring

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
}

type RowSpec struct {
	A intstr.IntOrString `json:"a,omitempty"`
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:validation:Pattern=`^[0-9]+%?$`
	B intstr.IntOrString `json:"b,omitempty"`
	C *intstr.IntOrString `json:"c,omitempty"`
	// +kubebuilder:validation:XIntOrString
	// +kubebuilder:validation:Enum=1;"foo"
	D intstr.IntOrString `json:"d,omitempty"`
}

