// +groupName=max-desc-len.kbts.dev
// +versionName=v1
package maxdesclen

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
}

type RowSpec struct {
	// This is a first sentence. This is a second sentence that is much longer.
	A string `json:"a,omitempty"`
	// nosentencehere but words that go on and on and on until it is too long
	B string `json:"b,omitempty"`
	// Averyveryveryveryveryveryveryverylongwordwithoutanyblankinit
	C string `json:"c,omitempty"`
}

