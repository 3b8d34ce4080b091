// +groupName=jsdoc-deprecated.kbts.dev
// +versionName=v1
package jsdocdeprecated

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
//
// Deprecated: use v2
// +kubebuilder:deprecatedversion:warning="use v2"
type Row struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              RowSpec `json:"spec"`
}

type RowSpec struct {
	A string `json:"a,omitempty"`
}
