// +groupName=schema-keywords.kbts.dev
// +versionName=v1
package schemakeywords

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
	Text   string `json:"text,omitempty"`
	Choice Choice `json:"choice,omitempty"`
}

// Choice is a or b.
type Choice struct {
	A string `json:"a,omitempty"`
	B string `json:"b,omitempty"`
}
