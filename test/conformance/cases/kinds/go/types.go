// +groupName=kinds.kbts.dev
// +versionName=v1
package kinds

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Extended extends CustomResource.
type Extended struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec Spec `json:"spec"`
	Status Status `json:"status,omitempty"`
}

// Alone has no status.
type Alone struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec Spec `json:"spec"`
}

// Explicit names all members.
type Explicit struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	// Spec may be missing.
	Spec Spec `json:"spec,omitempty"`
	// Data is a top-level field.
	Data map[string]string `json:"data,omitempty"`
}

// Unmarked has the members of a kind, which is enough.
type Unmarked struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec Spec `json:"spec"`
}

// Described redeclares its spec.
type Described struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	// Wanted.
	Spec Spec `json:"spec"`
	// Seen.
	Status Status `json:"status,omitempty"`
}

// Literal says its own names.
type Literal struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec Spec `json:"spec"`
}

// ClassKind is a class.
type ClassKind struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec Spec `json:"spec"`
}

// Alone has no status.
// +kubebuilder:resource:path=others
type Other struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec Spec `json:"spec"`
}

// AloneList is no kind.
type AloneList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitempty"`
	Items           []Alone `json:"items"`
}

// Spec is the spec.
type Spec struct {
	A string `json:"a,omitempty"`
}

// Status is the status.
type Status struct {
	B string `json:"b,omitempty"`
}
