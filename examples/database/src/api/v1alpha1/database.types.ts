import type { CustomResource, Int32 } from 'kbts/runtime';
import type { Backup, DatabaseStatus } from '../v1/index.js';

/** The desired state of Database, as it was said first: one image, and room in whole gibibytes. */
export interface DatabaseSpec {
  /** Engine and version: `postgres:17`. */
  // +kubebuilder:validation:Pattern=`^(postgres|mysql)(:.+)?$`
  image: string;

  // +optional
  // +kubebuilder:default=1
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=9
  replicas?: Int32;

  // +optional
  // +kubebuilder:default=1
  // +kubebuilder:validation:Minimum=1
  storageGi?: Int32;

  // +kubebuilder:validation:MinLength=1
  passwordSecret: string;

  // +optional
  backup?: Backup;
}

/** Database is the schema of the databases API. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
export interface Database extends CustomResource<DatabaseSpec, DatabaseStatus> {}
