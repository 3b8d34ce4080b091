// +groupName=subresource-scale.kbts.dev
// +versionName=v1

import type { CustomResource, Int32 } from 'kbts/runtime';

// Row is a kind.
// +kubebuilder:subresource:status
// +kubebuilder:subresource:scale:specpath=.spec.replicas,statuspath=.status.replicas,selectorpath=.status.selector
export interface Row extends CustomResource<RowSpec, RowStatus> {}

export interface RowSpec {
  replicas?: Int32;
}

export interface RowStatus {
  replicas?: Int32;
  selector?: string;
}

