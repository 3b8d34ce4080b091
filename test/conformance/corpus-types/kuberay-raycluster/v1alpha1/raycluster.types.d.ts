import type { CustomResource } from 'kbts/runtime';
import type * as v1 from '../v1/raycluster.types.js';
/** A cluster of Ray, as it was before v1: no field is added any more. */
export interface RayCluster extends CustomResource<RayClusterSpec, RayClusterStatus> {
    /** What the cluster shall be. */
    spec: RayClusterSpec;
}
/** What a cluster shall be. */
export interface RayClusterSpec extends Pick<v1.RayClusterSpec, 'enableInTreeAutoscaling' | 'headServiceAnnotations' | 'rayVersion' | 'suspend'> {
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
export type WorkerGroupSpec = GroupSpec & Pick<v1.WorkerGroupSpec, 'groupName' | 'replicas' | 'minReplicas' | 'maxReplicas' | 'scaleStrategy'>;
/** How a cluster is doing. */
export interface RayClusterStatus extends Omit<v1.RayClusterStatus, 'conditions' | 'stateTransitionTimes' | 'head'> {
    /** Addresses of the head. */
    head?: Pick<v1.HeadInfo, 'podIP' | 'serviceIP'>;
}
export {};
