// +groupName=ray.io

import type { CustomResource } from 'kbts/runtime';
import type * as v1 from '../v1/raycluster.types.js';

/** A cluster of Ray, as it was before v1: no field is added any more. */
// +kubebuilder:resource:categories=all
// +kubebuilder:deprecatedversion:warning="ray.io/v1alpha1 RayCluster is deprecated; use ray.io/v1 RayCluster. v1alpha1 receives no new fields and will be unavailable in KubeRay 1.9."
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name="desired workers",type=integer,JSONPath=.status.desiredWorkerReplicas
// +kubebuilder:printcolumn:name="available workers",type=integer,JSONPath=.status.availableWorkerReplicas
// +kubebuilder:printcolumn:name=cpus,type=string,JSONPath=.status.desiredCPU
// +kubebuilder:printcolumn:name=memory,type=string,JSONPath=.status.desiredMemory
// +kubebuilder:printcolumn:name=gpus,type=string,JSONPath=.status.desiredGPU
// +kubebuilder:printcolumn:name=tpus,type=string,JSONPath=.status.desiredTPU,priority=1
// +kubebuilder:printcolumn:name=status,type=string,JSONPath=.status.state
// +kubebuilder:printcolumn:name=age,type=date,JSONPath=.metadata.creationTimestamp
// +kubebuilder:printcolumn:name="head pod IP",type=string,JSONPath=.status.head.podIP,priority=1
// +kubebuilder:printcolumn:name="head service IP",type=string,JSONPath=.status.head.serviceIP,priority=1
export interface RayCluster extends CustomResource<RayClusterSpec, RayClusterStatus> {
  /** What the cluster shall be. */
  // +optional
  spec: RayClusterSpec;
}

/** What a cluster shall be. */
export interface RayClusterSpec extends Pick<
  v1.RayClusterSpec,
  'enableInTreeAutoscaling' | 'headServiceAnnotations' | 'rayVersion' | 'suspend'
> {
  /** Settings of the autoscaler. */
  autoscalerOptions?: Omit<v1.AutoscalerOptions, 'version' | 'command' | 'args'>;
  /** The head. */
  headGroupSpec: HeadGroupSpec;
  /** The groups of workers. */
  workerGroupSpecs?: WorkerGroupSpec[];
}

/** What heads and workers share. */
type GroupSpec = Pick<v1.GroupSpec, 'template'> & Required<Pick<v1.GroupSpec, 'rayStartParams'>>;

/** The head of a cluster. */
export type HeadGroupSpec = GroupSpec & Pick<v1.HeadGroupSpec, 'headService' | 'enableIngress' | 'serviceType'>;

/** A group of equal workers. */
export type WorkerGroupSpec = GroupSpec &
  Pick<v1.WorkerGroupSpec, 'groupName' | 'replicas' | 'minReplicas' | 'maxReplicas' | 'scaleStrategy'>;

/** How a cluster is doing. */
export interface RayClusterStatus extends Omit<v1.RayClusterStatus, 'conditions' | 'stateTransitionTimes' | 'head'> {
  /** Addresses of the head. */
  head?: Pick<v1.HeadInfo, 'podIP' | 'serviceIP'>;
}
