// +groupName=plural-suffix.kbts.dev
// +versionName=v1
package pluralsuffix

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// It is a kind.
type NodeInfo struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec NodeInfoSpec `json:"spec"`
}

type NodeInfoSpec struct {
	A string `json:"a"`
}

