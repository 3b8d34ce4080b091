// +groupName=plural-acronym.kbts.dev
// +versionName=v1
package pluralacronym

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// It is a kind.
type HTTPProxy struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec HTTPProxySpec `json:"spec"`
}

type HTTPProxySpec struct {
	A string `json:"a"`
}

