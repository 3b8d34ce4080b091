import type { Condition, CustomResource, Int32, Int64, Time } from 'kbts/runtime';
import type { JobTemplateSpec, ObjectReference } from 'kbts/k8s';

/** What happens when a run is due while an earlier one is still at work. */
export type ConcurrencyPolicy = 'Allow' | 'Forbid' | 'Replace';

/** What a user wants: jobs, by the clock. */
export interface CronJobSpec {
  /** When to run: minute, hour, day of the month, month and day of the week, as in a crontab. Times are UTC. */
  // +kubebuilder:validation:MinLength=1
  schedule: string;

  /**
   * How many seconds late a run may begin, when its time was missed for whatever reason. Later than that, it is left
   * out. Without a value, a run may begin at any time.
   */
  // +kubebuilder:validation:Minimum=0
  // +optional
  startingDeadlineSeconds?: Int64;

  /**
   * What happens when a run is due while an earlier one is still at work: `Allow` lets both run, `Forbid` lets the new
   * one wait until the old one has ended, `Replace` ends the old one.
   */
  // +kubebuilder:default=Allow
  // +optional
  concurrencyPolicy?: ConcurrencyPolicy;

  /** No new runs begin while this is true. Those that have begun go on. */
  // +optional
  suspend?: boolean;

  /** What a run is made from. */
  jobTemplate: JobTemplateSpec;

  /** How many successful runs are kept for you to look at. */
  // +kubebuilder:validation:Minimum=0
  // +optional
  successfulJobsHistoryLimit?: Int32;

  /** How many failed runs are kept. */
  // +kubebuilder:validation:Minimum=0
  // +optional
  failedJobsHistoryLimit?: Int32;
}

/** What the controller saw. */
export interface CronJobStatus {
  /** The runs that are at work. */
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:MaxItems=10
  // +listType=atomic
  // +optional
  active?: ObjectReference[];

  /** For which time the latest run was begun. */
  // +optional
  lastScheduleTime?: Time;

  /** `Available` is true while the schedule is followed, and says why when it is not. */
  // +listType=map
  // +listMapKey=type
  // +optional
  conditions?: Condition[];
}

/** CronJob runs jobs by the clock. */
// +kubebuilder:object:root=true
// +kubebuilder:subresource:status
// +kubebuilder:printcolumn:name=Schedule,type=string,JSONPath=`.spec.schedule`
// +kubebuilder:printcolumn:name=Suspend,type=boolean,JSONPath=`.spec.suspend`
// +kubebuilder:printcolumn:name=Last run,type=date,JSONPath=`.status.lastScheduleTime`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
// +kubebuilder:storageversion
export interface CronJob extends CustomResource<CronJobSpec, CronJobStatus> {}
