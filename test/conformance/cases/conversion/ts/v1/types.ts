// +groupName=conversion.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';

// Row is a kind.
// +kubebuilder:conversion:serviceName=hooks,serviceNamespace=zoo,path=/turn,servicePort=9443,reviewVersions=v1
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  a?: string;
}
