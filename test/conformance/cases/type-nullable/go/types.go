// +groupName=type-nullable.kbts.dev
// +versionName=v1
package typenullable

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
	// +nullable
	Text *string `json:"text"`
	// +nullable
	List []string `json:"list,omitempty"`
	// +nullable
	Thing *Thing `json:"thing,omitempty"`
	// +nullable
	Map map[string]string `json:"map,omitempty"`
}

// Thing is.
type Thing struct {
	// +nullable
	X *int32 `json:"x"`
}
