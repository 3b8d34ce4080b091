// +groupName=validation-cel-arguments.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  // +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() ? self.size >= oldSelf.value().size : true",message="grows",messageExpression="'grows only'",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
  disk?: Disk;
  grown?: Grown;
  // +listType=map
  // +listMapKey=name
  // +kubebuilder:validation:items:XValidation:rule="oldSelf.hasValue() ? self.size >= oldSelf.value().size : true",message="grows",messageExpression="'grows only'",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
  disks?: Disk[];
  typed?: Disks;
}

// Disk is a disk.
export interface Disk {
  name: string;
  size: Int32;
}

// Grown never shrinks.
// +kubebuilder:validation:XValidation:rule="oldSelf.hasValue() ? self.size >= oldSelf.value().size : true",message="grows",messageExpression="'grows only'",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
export interface Grown {
  size: Int32;
}

// Disks never shrink.
// +listType=map
// +listMapKey=name
// +kubebuilder:validation:items:XValidation:rule="oldSelf.hasValue() ? self.size >= oldSelf.value().size : true",message="grows",messageExpression="'grows only'",reason=FieldValueForbidden,fieldPath=".size",optionalOldSelf=true
export type Disks = Disk[];
