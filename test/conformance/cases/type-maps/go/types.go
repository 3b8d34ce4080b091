// +groupName=type-maps.kbts.dev
// +versionName=v1
package typemaps

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
	Record map[string]int32 `json:"record,omitempty"`
	Index map[string]Thing `json:"index,omitempty"`
	Keyed Keyed `json:"keyed,omitempty"`
	Some Some `json:"some,omitempty"`
	ByKey Sides `json:"byKey,omitempty"`
	Nested map[string]map[string][]string `json:"nested,omitempty"`
}

type Keyed struct {
	X int32 `json:"x"`
	Y int32 `json:"y"`
}

type Some struct {
	X int32 `json:"x,omitempty"`
	Y int32 `json:"y,omitempty"`
}

type Sides struct {
	Left  string `json:"left"`
	Right string `json:"right"`
}

// Thing is.
type Thing struct {
	X string `json:"x,omitempty"`
}
