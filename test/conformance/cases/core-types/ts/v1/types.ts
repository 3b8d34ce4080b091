// +groupName=core-types.kbts.dev
// +versionName=v1

import type { CustomResource } from 'kbts/runtime';
import type { EnvVar, LabelSelector, LocalObjectReference, PodTemplateSpec, Probe, PullPolicy, ResourceList, ResourceRequirements, Toleration } from 'kbts/k8s';

// Row is a kind.
export interface Row extends CustomResource<RowSpec> {}

export interface RowSpec {
  template: PodTemplateSpec;
  // Resources of it.
  resources?: ResourceRequirements;
  // +listType=map
  // +listMapKey=name
  env?: EnvVar[];
  selector?: LabelSelector;
  ref?: LocalObjectReference;
  tolerations?: Toleration[];
  limits?: ResourceList;
  policy?: PullPolicy;
  probe?: Probe;
}

