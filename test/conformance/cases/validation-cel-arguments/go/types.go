// +groupName=validation-cel-arguments.kbts.dev
// +versionName=v1
package validationcelarguments

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
	// +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() ? self.size >= oldSelf.value().size : true",message="grows",messageExpression="'grows only'",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
	Disk Disk `json:"disk,omitempty"`
	Grown Grown `json:"grown,omitempty"`
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:items:XValidation:rule="oldSelf.hasValue() ? self.size >= oldSelf.value().size : true",message="grows",messageExpression="'grows only'",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
	Disks []Disk `json:"disks,omitempty"`
	Typed Disks `json:"typed,omitempty"`
}

// Disk is a disk.
type Disk struct {
	Name string `json:"name"`
	Size int32 `json:"size"`
}

// Grown never shrinks.
// +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() ? self.size >= oldSelf.value().size : true",message="grows",messageExpression="'grows only'",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
type Grown struct {
	Size int32 `json:"size"`
}

// Disks never shrink.
// +listType=map
// +listMapKey=name
// +kubebuilder:validation:items:XValidation:rule="oldSelf.hasValue() ? self.size >= oldSelf.value().size : true",message="grows",messageExpression="'grows only'",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
type Disks []Disk
