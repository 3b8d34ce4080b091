import type { Condition, CustomResource } from 'kbts/runtime';

// After each change run `npm run generate`: the CRD and index.ts are made from these types.

/** The desired state of Kraken. */
export interface KrakenSpec {
  /** An example. Put your own fields here. */
  // +optional
  foo?: string;
}

/** The observed state of Kraken. */
export interface KrakenStatus {
  /**
   * The current state, one condition for each aspect of it. Standard types are `Available` (works), `Progressing`
   * (is being created or changed), `Degraded` (cannot reach the desired state) and `Ready`.
   */
  // +listType=map
  // +listMapKey=type
  // +optional
  conditions?: Condition[];
}

/** Kraken is the schema of the krakens API. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:resource:path=krakens,scope=Cluster
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
export interface Kraken extends CustomResource<KrakenSpec, KrakenStatus> {}
