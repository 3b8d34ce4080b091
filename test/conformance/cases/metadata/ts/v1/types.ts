// +groupName=metadata.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
// +kubebuilder:metadata:annotations="api-approved.kubernetes.io=https://example.com/1";"b=c=d",labels={x=y}
// +kubebuilder:metadata:labels=z=1
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a: string;
}

