// +groupName=validation-cel.kbts.dev
// +versionName=v1
package validationcel

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
	// +kubebuilder:validation:XValidation:rule="self > 1",message="too small"
	// +kubebuilder:validation:XValidation:rule="self < 9",messageExpression="'too large'",reason=FieldValueForbidden
	A int32 `json:"a,omitempty"`
	// +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() ? self >= oldSelf.value() : true",optionalOldSelf=true
	B int32 `json:"b"`
	// +kubebuilder:validation:items:XValidation:rule="self != ''",message="no empty"
	C []string `json:"c,omitempty"`
	// +kubebuilder:validation:XValidation:rule="self.x == 'b'",message="field rule",fieldPath=".x"
	D Thing `json:"d,omitempty"`
}

// Thing is.
// +kubebuilder:validation:XValidation:rule="size(self.x) < 5",message="type rule"
type Thing struct {
	X string `json:"x"`
}
