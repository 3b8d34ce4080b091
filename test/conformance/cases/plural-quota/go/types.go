// +groupName=plural-quota.kbts.dev
// +versionName=v1
package pluralquota

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// It is a kind.
type TestQuota struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec TestQuotaSpec `json:"spec"`
}

type TestQuotaSpec struct {
	A string `json:"a"`
}

