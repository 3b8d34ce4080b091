/*
Copyright 2026 Example.

Licensed under the Apache License, Version 2.0 (the "License");
you may not use this file except in compliance with the License.
You may obtain a copy of the License at

    http://www.apache.org/licenses/LICENSE-2.0

Unless required by applicable law or agreed to in writing, software
distributed under the License is distributed on an "AS IS" BASIS,
WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
See the License for the specific language governing permissions and
limitations under the License.
*/

import type { Condition, CustomResource } from 'kbts/runtime';

// After each change run `npm run generate`: the CRD and index.ts are made from these types.

/** The desired state of Guestbook. */
export interface GuestbookSpec {
  /** An example. Put your own fields here. */
  // +optional
  foo?: string;
}

/** The observed state of Guestbook. */
export interface GuestbookStatus {
  /**
   * The current state, one condition for each aspect of it. Standard types are `Available` (works), `Progressing`
   * (is being created or changed), `Degraded` (cannot reach the desired state) and `Ready`.
   */
  // +listType=map
  // +listMapKey=type
  // +optional
  conditions?: Condition[];
}

/** Guestbook is the schema of the guestbooks API. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Ready,type=string,JSONPath=`.status.conditions[?(@.type=="Ready")].status`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
// +kubebuilder:storageversion
export interface Guestbook extends CustomResource<GuestbookSpec, GuestbookStatus> {}
