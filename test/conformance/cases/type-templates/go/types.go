// +groupName=type-templates.kbts.dev
// +versionName=v1
package typetemplates

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              RowSpec `json:"spec"`
}

type RowSpec struct {
	// +kubebuilder:validation:Pattern=`^.*$`
	Anything string `json:"anything,omitempty"`
	// +kubebuilder:validation:Pattern=`^v.*$`
	Prefixed string `json:"prefixed,omitempty"`
	// +kubebuilder:validation:Pattern=`^[^\-]*--?[0-9]+(\.[0-9]+)?$`
	Numbered string `json:"numbered,omitempty"`
	// +kubebuilder:validation:Enum=a.bx;a.by
	Dotted string `json:"dotted,omitempty"`
	// +kubebuilder:validation:Enum=on-1;on-2;off-1;off-2
	Choice string `json:"choice,omitempty"`
}
