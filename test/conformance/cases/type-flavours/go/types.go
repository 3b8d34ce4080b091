// +groupName=type-flavours.kbts.dev
// +versionName=v1
package typeflavours

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
	Count int32 `json:"count,omitempty"`
	Big int64 `json:"big,omitempty"`
	Ratio Ratio `json:"ratio,omitempty"`
	Share float32 `json:"share,omitempty"`
}

// Ratio is a ratio.
type Ratio float64
