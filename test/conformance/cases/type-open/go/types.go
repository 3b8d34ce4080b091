// +groupName=type-open.kbts.dev
// +versionName=v1
package typeopen

import (
	"k8s.io/apimachinery/pkg/runtime"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              RowSpec `json:"spec"`
}

type RowSpec struct {
	Raw runtime.RawExtension `json:"raw,omitempty"`
	Object runtime.RawExtension `json:"object,omitempty"`
	Json apiextensionsv1.JSON `json:"json,omitempty"`
	Unknown apiextensionsv1.JSON `json:"unknown,omitempty"`
	List []apiextensionsv1.JSON `json:"list,omitempty"`
	Map map[string]apiextensionsv1.JSON `json:"map,omitempty"`
	// +kubebuilder:validation:EmbeddedResource
	Resource runtime.RawExtension `json:"resource,omitempty"`
	// +kubebuilder:validation:EmbeddedResource
	Known Known `json:"known,omitempty"`
}

type Known struct {
	Data map[string]string `json:"data,omitempty"`
}
