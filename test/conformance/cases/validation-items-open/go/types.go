// +groupName=validation-items-open.kbts.dev
// +versionName=v1
package validationitemsopen

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Row is a kind.
type Row struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
	Spec              RowSpec `json:"spec"`
}

type RowSpec struct {
	Text Text `json:"text,omitempty"`
	Texts Numerals `json:"texts,omitempty"`
	// +kubebuilder:validation:items:Type=string
	FieldTexts []string `json:"fieldTexts,omitempty"`
	Open Open `json:"open,omitempty"`
	Opens Opens `json:"opens,omitempty"`
	// +kubebuilder:validation:items:XPreserveUnknownFields
	FieldOpens []runtime.RawExtension `json:"fieldOpens,omitempty"`
	Embedded Embedded `json:"embedded,omitempty"`
	Embeddeds Embeddeds `json:"embeddeds,omitempty"`
	// +kubebuilder:validation:items:XEmbeddedResource
	FieldEmbeddeds []runtime.RawExtension `json:"fieldEmbeddeds,omitempty"`
	// Port is one.
	Port Port `json:"port,omitempty"`
	Ports Ports `json:"ports,omitempty"`
	// +kubebuilder:validation:items:XIntOrString
	// +kubebuilder:validation:items:Pattern=`^[0-9]+%?$`
	FieldPorts []intstr.IntOrString `json:"fieldPorts,omitempty"`
}

// Text is a text.
// +kubebuilder:validation:Type=string
// +kubebuilder:validation:MaxLength=5
type Text string

// Numerals are texts.
// +kubebuilder:validation:items:Type=string
type Numerals []string

// Open is open.
// +kubebuilder:validation:XPreserveUnknownFields
type Open struct {
	X string `json:"x,omitempty"`
}

// Opens are open.
// +kubebuilder:validation:items:XPreserveUnknownFields
type Opens []runtime.RawExtension

// Embedded is an object.
// +kubebuilder:validation:XEmbeddedResource
type Embedded runtime.RawExtension

// Embeddeds are objects.
// +kubebuilder:validation:items:XEmbeddedResource
type Embeddeds []runtime.RawExtension

// Port is a number or a name.
// +kubebuilder:validation:XIntOrString
// +kubebuilder:validation:Pattern=`^[0-9a-z]+$`
type Port intstr.IntOrString

// Ports are numbers or names.
// +kubebuilder:validation:items:XIntOrString
// +kubebuilder:validation:items:MaxLength=9
type Ports []intstr.IntOrString
