/*
Copyright 2026 Example.
*/

import type { Condition, CustomResource } from 'kbts/runtime';

// After each change run `pnpm run generate`: the CRD and index.ts are made from these types.

/** The desired state of Batch. */
export interface BatchSpec {
  /** An example. Put your own fields here. */
  // +optional
  foo?: string;
}

/** The observed state of Batch. */
export interface BatchStatus {
  /**
   * The current state, one condition for each aspect of it. Standard types are `Available` (works), `Progressing`
   * (is being created or changed), `Degraded` (cannot reach the desired state) and `Ready`.
   */
  // +listType=map
  // +listMapKey=type
  // +optional
  conditions?: Condition[];
}

/** Batch is the schema of the batches API. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
export interface Batch extends CustomResource<BatchSpec, BatchStatus> {}
