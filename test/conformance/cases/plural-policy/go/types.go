// +groupName=plural-policy.kbts.dev
// +versionName=v1
package pluralpolicy

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// It is a kind.
type Policy struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec PolicySpec `json:"spec"`
}

type PolicySpec struct {
	A string `json:"a"`
}

