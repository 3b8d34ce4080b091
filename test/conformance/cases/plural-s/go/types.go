// +groupName=plural-s.kbts.dev
// +versionName=v1
package plurals

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// It is a kind.
type Redis struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RedisSpec `json:"spec"`
}

type RedisSpec struct {
	A string `json:"a"`
}

