// +groupName=resource-repeated.kbts.dev
// +versionName=v1
package resourcerepeated

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
// +kubebuilder:resource:path="mice",singular=mouse,shortName=mo
// +kubebuilder:resource:scope="Cluster",categories=pets
type Row struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              RowSpec `json:"spec"`
}

// Seat is another.
// +kubebuilder:resource:scope="Cluster",categories=a;b
// +kubebuilder:resource:path="chairs"
type Seat struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              RowSpec `json:"spec"`
}

type RowSpec struct {
	A string `json:"a"`
}
