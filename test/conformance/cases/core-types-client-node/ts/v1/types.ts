// +groupName=core-types-client-node.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';
import type { V1Condition, V1ObjectMeta, V1Toleration } from '@kubernetes/client-node';
import type * as k8s from '@kubernetes/client-node';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  tolerations: V1Toleration[];
  conditions?: V1Condition[];
  probe?: k8s.V1Probe;
  metadata?: V1ObjectMeta;
}

