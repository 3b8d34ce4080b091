// +groupName=batch.volcano.sh

import type { CustomResource, Duration, Int32, Time } from 'kbts/runtime';
import type { PersistentVolumeClaimSpec } from 'kbts/k8s';
import type { PodTemplateSpec } from '../../kubernetes-1.36/pod.js';

/** A batch of tasks that are scheduled together. */
// +kubebuilder:resource:shortName=vcjob;vj
// +kubebuilder:metadata:annotations="helm.sh/resource-policy=keep"
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=STATUS,type=string,JSONPath=.status.state.phase
// +kubebuilder:printcolumn:name=minAvailable,type=integer,JSONPath=.status.minAvailable
// +kubebuilder:printcolumn:name=RUNNINGS,type=integer,JSONPath=.status.running
// +kubebuilder:printcolumn:name=AGE,type=date,JSONPath=.metadata.creationTimestamp
// +kubebuilder:printcolumn:name=QUEUE,type=string,JSONPath=.spec.queue,priority=1
export interface Job extends CustomResource<JobSpec, JobStatus> {
  /** What to run. */
  // +optional
  spec: JobSpec;
}

/** What to run, and how to schedule it. */
export interface JobSpec {
  /** The scheduler that places the pods. */
  // +kubebuilder:validation:MaxLength=63
  schedulerName?: string;
  /** How many pods must run before the job counts as running. */
  minAvailable?: Count;
  /** Volumes that all tasks mount. */
  volumes?: VolumeSpec[];
  /** The sorts of pods of the job. */
  // +kubebuilder:validation:MinItems=1
  tasks?: TaskSpec[];
  /** What to do when something happens to any task. */
  policies?: LifecyclePolicy[];
  /** Plugins by name, with their arguments. */
  plugins?: Record<string, string[]>;
  /** How long the job is expected to run. */
  runningEstimate?: Duration;
  /** The queue that pays for the job. */
  // +kubebuilder:default=default
  queue?: SubdomainName;
  /** How often a failing job is tried again. */
  // +kubebuilder:default=3
  maxRetry?: Count;
  /** Seconds after which a finished job is removed. */
  ttlSecondsAfterFinished?: Count;
  /** Priority of the pods. */
  priorityClassName?: SubdomainName;
  /** How many pods must succeed. */
  // +kubebuilder:validation:Minimum=1
  minSuccess?: Int32;
  /** How near to each other the pods must be. */
  networkTopology?: NetworkTopologySpec;
}

/** A number of things. */
// +kubebuilder:validation:Minimum=0
export type Count = Int32;

/** A name that may have dots. */
// +kubebuilder:validation:MaxLength=253
// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`
export type SubdomainName = string;

/** One sort of pods. */
export interface TaskSpec {
  /** Becomes part of the names of the pods. */
  // +kubebuilder:validation:MaxLength=63
  // +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9]*[a-z0-9])?$`
  name?: string;
  /** How many pods. */
  replicas?: Count;
  /** How many of them must run. */
  minAvailable?: Count;
  /** The pods themselves. */
  template?: PodTemplateSpec;
  /** What to do when something happens to this task. */
  policies?: LifecyclePolicy[];
  /** How to place the pods on NUMA nodes. */
  topologyPolicy?: 'none' | 'best-effort' | 'restricted' | 'single-numa-node';
  /** How often a failing task is tried again. */
  maxRetry?: Count;
  /** Tasks that must come first. */
  dependsOn?: DependsOn;
  /** How to divide the pods into groups. */
  partitionPolicy?: PartitionPolicySpec;
}

/** Tasks that must come first. */
export interface DependsOn {
  /** Their names. */
  name?: string[];
  /** Whether any or all of them count. */
  iteration?: string;
}

/** How to divide pods into groups. */
export interface PartitionPolicySpec {
  /** How many groups there are. */
  // +kubebuilder:validation:Minimum=1
  totalPartitions: Int32;
  /** How many pods a group has. */
  // +kubebuilder:validation:Minimum=1
  partitionSize: Int32;
  /** How near to each other the pods of a group must be. */
  networkTopology?: NetworkTopologySpec;
  /** How many groups must be complete. */
  // +kubebuilder:default=0
  minPartitions?: Count;
}

/** How near to each other pods must be. */
export interface NetworkTopologySpec {
  /** Whether it is a must or a wish. */
  // +kubebuilder:default=hard
  mode?: 'hard' | 'soft';
  /** The highest tier that pods may span, by number. */
  // +kubebuilder:validation:Minimum=0
  highestTierAllowed?: number;
  /** The highest tier that pods may span, by name. */
  // +kubebuilder:validation:MaxLength=253
  highestTierName?: string;
}

/** An action for an event. */
export interface LifecyclePolicy {
  /** What to do. */
  action?: string;
  /** When to do it. */
  event?: Event;
  /** When to do it, for several events. */
  events?: Event[];
  /** Do it for this exit code. */
  exitCode?: Int32;
  /** Wait this long before doing it. */
  timeout?: Duration;
}

/** Something that happens to a job. */
export type Event =
  | '*'
  | 'PodPending'
  | 'PodRunning'
  | 'PodFailed'
  | 'PodEvicted'
  | 'Unknown'
  | 'TaskCompleted'
  | 'OutOfSync'
  | 'CommandIssued'
  | 'JobUpdated'
  | 'TaskFailed';

/** A volume of all tasks. */
export interface VolumeSpec {
  /** Where it appears in the containers. */
  // +kubebuilder:validation:MinLength=1
  // +kubebuilder:validation:Pattern=`^[^:]+$`
  mountPath: string;
  /** An existing claim. */
  // +kubebuilder:validation:MaxLength=253
  volumeClaimName?: string;
  /** A claim to make. */
  volumeClaim?: PersistentVolumeClaimSpec;
}

/** How the job is doing. */
export interface JobStatus {
  /** What the job is at. */
  state?: JobState;
  /** How many pods must run. */
  minAvailable?: Count;
  /** Pods by task and phase. */
  taskStatusCount?: Record<string, TaskState>;
  /** Pods that wait. */
  pending?: Count;
  /** Pods that run. */
  running?: Count;
  /** Pods that succeeded. */
  succeeded?: Count;
  /** Pods that failed. */
  failed?: Count;
  /** Pods that are being stopped. */
  terminating?: Count;
  /** Pods whose state is unknown. */
  unknown?: Count;
  /** Grows with every change. */
  version?: Count;
  /** How often the job was tried again. */
  retryCount?: Count;
  /** How long the job has run. */
  runningDuration?: Duration;
  /** Resources that plugins made. */
  controlledResources?: Record<string, string>;
  /** The phases that the job went through. */
  conditions?: JobCondition[];
}

/** What a job is at. */
export interface JobState {
  /** The phase. */
  phase?:
    | 'Pending'
    | 'Aborting'
    | 'Aborted'
    | 'Running'
    | 'Restarting'
    | 'Completing'
    | 'Completed'
    | 'Terminating'
    | 'Terminated'
    | 'Failed';
  /** Why, in one word. */
  reason?: string;
  /** Why, in a sentence. */
  message?: string;
  /** Since when. */
  lastTransitionTime?: Time;
}

/** Pods of a task. */
export interface TaskState {
  /** How many there are, by phase. */
  phase?: Record<string, Int32>;
}

/** A phase that the job went through. */
export interface JobCondition {
  /** The phase. */
  status: string;
  /** Since when. */
  lastTransitionTime?: Time;
}
