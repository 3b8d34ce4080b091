// +groupName=type-inherited.kbts.dev
// +versionName=v1
package typeinherited

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              RowSpec `json:"spec"`
}

type RowSpec struct {
	Derived Derived `json:"derived,omitempty"`
	Both Both `json:"both,omitempty"`
	Added Added `json:"added,omitempty"`
	Reference Reference `json:"reference,omitempty"`
}

// Base is a base.
type Base struct {
	// Name of it.
	Name string `json:"name"`
	// Size of it.
	// +kubebuilder:validation:Maximum=10
	Size int32 `json:"size,omitempty"`
	// +kubebuilder:default=7
	Count int32 `json:"count,omitempty"`
	// +kubebuilder:validation:MaxLength=9
	Label string `json:"label,omitempty"`
}

// Other is another.
type Other struct {
	Colour string `json:"colour,omitempty"`
}

// Derived overrides the size.
type Derived struct {
	Base `json:",inline"`
	// Size of it.
	// +kubebuilder:validation:Minimum=1
	Size int32 `json:"size"`
	Count int32 `json:"count"`
	// +kubebuilder:validation:Pattern=`^a`
	Label string `json:"label,omitempty"`
	Other `json:",inline"`
	// Own is own.
	Own bool `json:"own,omitempty"`
}

// Other is another.
type Both struct {
	Base `json:",inline"`
	Other `json:",inline"`
}

// Base is a base.
type Added struct {
	Base `json:",inline"`
	Extra string `json:"extra,omitempty"`
}

// Reference is atomic as a whole, because what it extends is.
type Reference struct {
	corev1.LocalObjectReference `json:",inline"`
	// Key in it.
	Key string `json:"key,omitempty"`
}
