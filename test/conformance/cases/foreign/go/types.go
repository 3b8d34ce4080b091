// +groupName=foreign.kbts.dev
// +versionName=v1
// +kubebuilder:object:generate=true
// +k8s:deepcopy-gen=package,register
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:ac:generate=true
// +kubebuilder:ac:output:package=apply
// +k8s:openapi-gen=true
// +k8s:defaulter-gen=TypeMeta
// +kubebuilder:scaffold:imports
package foreign

import (
	"k8s.io/apimachinery/pkg/runtime"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
// +kubebuilder:object:generate=true
// +k8s:deepcopy-gen=package,register
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
// +kubebuilder:ac:generate=true
// +kubebuilder:ac:output:package=apply
// +genclient
// +genclient:nonNamespaced
// +k8s:prerelease-lifecycle-gen:introduced=1.30
type Row struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              RowSpec `json:"spec"`
}

type RowSpec struct {
	// +kubebuilder:object:generate=true
	// +k8s:deepcopy-gen=package,register
	// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
	// +kubebuilder:ac:generate=true
	// +kubebuilder:ac:output:package=apply
	// +protobuf=true
	// +k8s:alpha(since: "1.35")=+k8s:minimum=1
	A int32 `json:"a,omitempty"`
}
