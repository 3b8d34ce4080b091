import type { CustomResource, Int32 } from 'kbts/runtime';

// Disk is a disk.
// +kubebuilder:unservedversion
// +kubebuilder:resource:shortName=dk
// +kubebuilder:deprecatedversion
export interface Disk extends CustomResource<DiskSpec> {}

// DiskSpec is the spec.
export interface DiskSpec {
  size: string;
}
