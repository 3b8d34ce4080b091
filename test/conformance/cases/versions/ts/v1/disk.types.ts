import type { CustomResource, Int32 } from 'kbts/runtime';

// Disk is a disk.
// +kubebuilder:storageversion
// +kubebuilder:resource:shortName=dk
export interface Disk extends CustomResource<DiskSpec> {}

// DiskSpec is the spec.
export interface DiskSpec {
  size: Int32;
}
