// +groupName=defaults.kbts.dev
// +versionName=v1
package defaults

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/api/resource"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec RowSpec `json:"spec"`
}

type RowSpec struct {
	// +kubebuilder:default=1
	A int32 `json:"a,omitempty"`
	// +kubebuilder:default=true
	B bool `json:"b,omitempty"`
	// +kubebuilder:default="text"
	C string `json:"c,omitempty"`
	// +kubebuilder:default:=bare
	D string `json:"d,omitempty"`
	// +kubebuilder:default={a,b}
	E []string `json:"e,omitempty"`
	// +kubebuilder:default={a: b, c: d}
	F map[string]string `json:"f,omitempty"`
	// +kubebuilder:default={x: "one", n: 3}
	G Thing `json:"g,omitempty"`
	// +kubebuilder:default={}
	H []string `json:"h,omitempty"`
	// +kubebuilder:default={}
	I Thing `json:"i,omitempty"`
	// +kubebuilder:default={{x: a},{x: b, n: 2}}
	J []Thing `json:"j,omitempty"`
	// +default="plain"
	K string `json:"k,omitempty"`
	// +default=["a"]
	L []string `json:"l,omitempty"`
	// +default={"x":"y"}
	M Thing `json:"m,omitempty"`
	// +default="a"
	// +kubebuilder:default=b
	N string `json:"n,omitempty"`
	// +kubebuilder:default=100Mi
	O resource.Quantity `json:"o,omitempty"`
	// +kubebuilder:default="12"
	P string `json:"p,omitempty"`
	// +kubebuilder:default=1;2;3
	Q []int32 `json:"q,omitempty"`
	// +kubebuilder:default=true;false
	R []bool `json:"r,omitempty"`
	// +default=null
	S string `json:"s,omitempty"`
	// +kubebuilder:default=9007199254740993
	T int64 `json:"t,omitempty"`
}

// Thing is.
type Thing struct {
	X string `json:"x,omitempty"`
	N int32 `json:"n,omitempty"`
}
