import type { Condition, CustomResource, Int32 } from 'kbts/runtime';

/** The desired state of a Memcached. */
export interface MemcachedSpec {
  /** The number of memcached pods. */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=5
  size: Int32;

  /** The port that memcached listens on. */
  // +kubebuilder:validation:Minimum=1
  // +kubebuilder:validation:Maximum=65535
  // +kubebuilder:default=11211
  // +optional
  containerPort: Int32;
}

/** The observed state of a Memcached. */
export interface MemcachedStatus {
  /** The names of its pods, in alphabetical order. */
  // +listType=set
  // +optional
  nodes?: string[];

  /** `Available` is true while `size` pods are ready. */
  // +listType=map
  // +listMapKey=type
  // +optional
  conditions?: Condition[];
}

/** Memcached runs a number of memcached pods. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Size,type=integer,JSONPath=`.spec.size`
// +kubebuilder:printcolumn:name=Available,type=string,JSONPath=`.status.conditions[?(@.type=="Available")].status`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
export interface Memcached extends CustomResource<MemcachedSpec, MemcachedStatus> {}
