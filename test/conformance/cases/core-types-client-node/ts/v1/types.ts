// +groupName=core-types-client-node.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';
import type { V1Condition, V1ObjectMeta, V1PodTemplateSpec } from '@kubernetes/client-node';
import type * as k8s from '@kubernetes/client-node';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  template: V1PodTemplateSpec;
  conditions?: V1Condition[];
  affinity?: k8s.V1Affinity;
  metadata?: V1ObjectMeta;
}

