import type { Condition, CustomResource, Int32, Int64, Time } from 'kbts/runtime';
import type { JobTemplateSpec, ObjectReference } from 'kbts/k8s';

/** What happens when a run is due while an earlier one is still at work. */
export type ConcurrencyPolicy = 'Allow' | 'Forbid' | 'Replace';

/** One field of a crontab: `5`, `1-5`, `0,30`, a step, or `*`, which is also what leaving it out means. */
// +kubebuilder:validation:MinLength=1
export type CronField = string;

/** When to run, field by field. Times are UTC. */
export interface CronSchedule {
  /** 0 to 59. */
  // +optional
  minute?: CronField;

  /** 0 to 23. */
  // +optional
  hour?: CronField;

  /** 1 to 31. */
  // +optional
  dayOfMonth?: CronField;

  /** 1 to 12, or JAN to DEC. */
  // +optional
  month?: CronField;

  /** 0 to 6, where 0 is Sunday, or SUN to SAT. */
  // +optional
  dayOfWeek?: CronField;
}

/** What a user wants: jobs, by the clock. */
export interface CronJobSpec {
  /** When to run. */
  schedule: CronSchedule;

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
// +kubebuilder:printcolumn:name=Minute,type=string,JSONPath=`.spec.schedule.minute`
// +kubebuilder:printcolumn:name=Hour,type=string,JSONPath=`.spec.schedule.hour`
// +kubebuilder:printcolumn:name=Suspend,type=boolean,JSONPath=`.spec.suspend`
// +kubebuilder:printcolumn:name=Last run,type=date,JSONPath=`.status.lastScheduleTime`
// +kubebuilder:printcolumn:name=Age,type=date,JSONPath=`.metadata.creationTimestamp`
export interface CronJob extends CustomResource<CronJobSpec, CronJobStatus> {}
