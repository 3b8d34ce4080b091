// +groupName=topology.kbts.dev
// +versionName=v1
package topology

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
	// +listType=map
	// +listMapKey=name
	// +listMapKey=protocol
	A []Thing `json:"a,omitempty"`
	// +listType=set
	B []string `json:"b,omitempty"`
	// +listType=atomic
	C []Thing `json:"c,omitempty"`
	// +mapType=atomic
	D map[string]string `json:"d,omitempty"`
	// +mapType=granular
	E map[string]string `json:"e,omitempty"`
	// +structType=atomic
	F Thing `json:"f,omitempty"`
	G Atoms `json:"g,omitempty"`
	H AtomMap `json:"h,omitempty"`
	I Whole `json:"i,omitempty"`
	// +structType=granular
	J Whole `json:"j,omitempty"`
}

// Thing is.
type Thing struct {
	Name string `json:"name"`
	// +kubebuilder:default=TCP
	Protocol string `json:"protocol,omitempty"`
}

// +listType=atomic
type Atoms []string

// +mapType=atomic
type AtomMap map[string]string

// +structType=atomic
type Whole struct {
	X string `json:"x,omitempty"`
}
