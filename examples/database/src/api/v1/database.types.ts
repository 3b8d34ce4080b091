import type { ConditionOf, CustomResource, Int32, Quantity } from 'kbts/runtime';

/** The desired state of Database. */
export interface DatabaseSpec {
  engine: 'postgres' | 'mysql';

  /** The tag of its image. The webhook fills it in. */
  // +optional
  // +kubebuilder:validation:MinLength=1
  version?: string;

  // +optional
  // +kubebuilder:default=1
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=9
  replicas?: Int32;

  /** How much room each replica has. It can only grow. */
  // +optional
  // +kubebuilder:default="1Gi"
  storage?: Quantity;

  /** The Secret with the key `password`. When it changes, the replicas are restarted. */
  // +kubebuilder:validation:MinLength=1
  passwordSecret: string;

  // +optional
  backup?: Backup;
}

/** When a copy is made, and how many are kept. */
export interface Backup {
  /** A line of a crontab. */
  // +kubebuilder:validation:MinLength=9
  schedule: string;

  // +optional
  // +kubebuilder:default=7
  // +kubebuilder:validation:Minimum=1
  keep?: Int32;
}

export type Reason = 'AllReplicasReady' | 'WaitingForReplicas' | 'SecretMissing';

/** The observed state of Database. */
export interface DatabaseStatus {
  // +optional
  readyReplicas?: Int32;

  // +listType=map
  // +listMapKey=type
  // +optional
  conditions?: ConditionOf<'Ready', Reason>[];
}

/** Database is the schema of the databases API. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Engine,type=string,JSONPath=`.spec.engine`
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
// +kubebuilder:storageversion
export interface Database extends CustomResource<DatabaseSpec, DatabaseStatus> {}
