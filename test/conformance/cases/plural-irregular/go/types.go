// +groupName=plural-irregular.kbts.dev
// +versionName=v1
package pluralirregular

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// It is a kind.
type Mouse struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec MouseSpec `json:"spec"`
}

type MouseSpec struct {
	A string `json:"a"`
}

