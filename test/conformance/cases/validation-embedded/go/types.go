// +groupName=validation-embedded.kbts.dev
// +versionName=v1
package validationembedded

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
}

type RowSpec struct {
	// +kubebuilder:validation:XEmbeddedResource
	// +kubebuilder:pruning:PreserveUnknownFields
	A runtime.RawExtension `json:"a,omitempty"`
	// +kubebuilder:validation:EmbeddedResource
	B runtime.RawExtension `json:"b,omitempty"`
}

