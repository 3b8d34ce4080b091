// +groupName=subresource-status.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
// +kubebuilder:subresource:status
export interface Row extends CustomResource<RowSpec, RowStatus> {}

export interface RowSpec {
  a: string;
}

export interface RowStatus {
  ready?: boolean;
}

