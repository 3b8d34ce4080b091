// +groupName=topology-named.kbts.dev
// +versionName=v1
package topologynamed

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
	A Ports `json:"a,omitempty"`
	B Sets `json:"b,omitempty"`
	C Keyed `json:"c,omitempty"`
}

// Port is a port.
type Port struct {
	Name string `json:"name"`
	Number int32 `json:"number"`
}

// Ports are merged by name.
// +listType=map
// +listMapKey=name
type Ports []Port

// Sets have no duplicates.
// +k8s:listType=set
type Sets []string

// Keyed is merged by name and number.
// +k8s:listType=map
// +k8s:listMapKey=name
// +k8s:listMapKey=number
type Keyed []Port
