// +groupName=immutable-escaped.kbts.dev
// +versionName=v1
package immutableescaped

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
	// +k8s:immutable
	MyField string `json:"my-field,omitempty"`
	// +k8s:immutable
	Namespace string `json:"namespace,omitempty"`
	// +k8s:immutable
	AB string `json:"a__b,omitempty"`
}
