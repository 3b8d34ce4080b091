// +groupName=type-scalars.kbts.dev
// +versionName=v1
package typescalars

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/runtime"
	apiext "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
}

type RowSpec struct {
	A string `json:"a"`
	B bool `json:"b"`
	C int `json:"c"`
	D int32 `json:"d"`
	E int64 `json:"e"`
	F []byte `json:"f,omitempty"`
	G *string `json:"g,omitempty"`
	H metav1.Time `json:"h,omitempty"`
	I metav1.MicroTime `json:"i,omitempty"`
	J metav1.Duration `json:"j,omitempty"`
	K resource.Quantity `json:"k,omitempty"`
	L runtime.RawExtension `json:"l,omitempty"`
	M apiext.JSON `json:"m,omitempty"`
	N apiext.JSON `json:"n,omitempty"`
	O runtime.RawExtension `json:"o,omitempty"`
	// A quoted name.
	P string `json:"my-field,omitempty"`
}

