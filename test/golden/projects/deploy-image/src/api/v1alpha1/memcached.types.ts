import type { Condition, CustomResource, Int32 } from 'kbts/runtime';

// After each change run `npm run generate`: the CRD and index.ts are made from these types.

/** The desired state of Memcached. */
export interface MemcachedSpec {
  /** How many pods run the image. */
  // +kubebuilder:validation:Minimum=0
  // +kubebuilder:default=1
  // +optional
  size?: Int32;
  /** The port that the container listens on. */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=65535
  // +kubebuilder:default=11211
  // +optional
  containerPort?: Int32;
}

/** The observed state of Memcached. */
export interface MemcachedStatus {
  /**
   * The current state, one condition for each aspect of it. Standard types are `Available` (works), `Progressing`
   * (is being created or changed), `Degraded` (cannot reach the desired state) and `Ready`.
   */
  // +listType=map
  // +listMapKey=type
  // +optional
  conditions?: Condition[];
}

/** Memcached is the schema of the memcacheds API. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Available,type=string,JSONPath=`.status.conditions[?(@.type=="Available")].status`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {}
