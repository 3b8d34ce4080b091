// +groupName=cronjob-tutorial.kbts.dev

import type { Condition, Int32, Int64, ObjectMeta, Time } from 'kbts/runtime';
import type { JobTemplateSpec, ObjectReference } from 'kbts/k8s';

/** CronJobSpec says what a cron job shall do */
export interface CronJobSpec {
  /** When to run, as five cron fields: see https://en.wikipedia.org/wiki/Cron. */
  // +kubebuilder:validation:MinLength=0
  // +required
  schedule: string;

  /**
   * How late a run may begin, in seconds, when its time was missed
   * whatever the cause.  Runs that are later than that count as failed.
   * @minimum 0
   */
  startingDeadlineSeconds?: Int64;

  /**
   * What happens when a run is due while another still works.
   * Choices:
   * - "Allow" (default): both run;
   * - "Forbid": the new run is left out;
   * - "Replace": the old run is ended
   * @default Allow
   */
  concurrencyPolicy?: ConcurrencyPolicy;

  /**
   * No new runs while this is true; runs that have begun
   * go on.  False when left out.
   */
  suspend?: boolean;

  /** What a run is made from. */
  jobTemplate: JobTemplateSpec;

  /**
   * How many good runs are kept.
   * Zero is not the same as leaving it out.
   * +kubebuilder:validation:Minimum=0
   */
  successfulJobsHistoryLimit?: Int32;

  /** How many failed runs are kept. */
  // +kubebuilder:validation:Minimum=0
  failedJobsHistoryLimit?: Int32;
}

/**
 * ConcurrencyPolicy is what to do with runs that overlap.
 * There is one for each cron job.
 * Without one, runs
 * may overlap.
 */
export type ConcurrencyPolicy = 'Allow' | 'Forbid' | 'Replace';

/** CronJobStatus says what was seen. */
export interface CronJobStatus {
  /** Runs that work now. */
  // +listType=atomic
  // +kubebuilder:validation:MinItems=1
  // +kubebuilder:validation:MaxItems=10
  active?: ObjectReference[];

  /** When the latest run began. */
  lastScheduleTime?: Time;

  /** One entry for each aspect of its state. */
  // +listType=map
  // +listMapKey=type
  conditions?: Condition[];
}

// +kubebuilder:object:root=true
// +kubebuilder:subresource:status

/** CronJob runs jobs by the clock */
export interface CronJob {
  apiVersion?: string;
  kind?: string;
  metadata?: ObjectMeta;

  /** what is wanted */
  spec: CronJobSpec;

  /** what was seen */
  status?: CronJobStatus;
}
