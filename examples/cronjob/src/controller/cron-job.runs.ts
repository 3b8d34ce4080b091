import { conditions, mutable } from 'kbts/runtime';
import type { Stored } from 'kbts/runtime';
import { Job } from 'kbts/k8s/batch/v1';
import type { CronJob } from '../api/v1/index.js';

/** Says for which time a Job was made. Names could tell as well, but people shorten and copy names. */
export const scheduledAt = 'batch.tutorial.kubebuilder.io/scheduled-at';

/** The Jobs of a CronJob, each kind from the oldest to the youngest. */
export interface Runs {
  readonly active: readonly Stored<Job>[];
  readonly successful: readonly Stored<Job>[];
  readonly failed: readonly Stored<Job>[];
  /** For which time the latest of them was made. */
  readonly latest: Date | undefined;
}

/** Sorts Jobs by how they are doing. */
export function runsOf(jobs: readonly Stored<Job>[]): Runs {
  const sorted = jobs.toSorted((left, right) => timeOf(left) - timeOf(right));
  const isSuccessful = ({ status }: Stored<Job>) => conditions.isTrue(status?.conditions, 'Complete');
  const isFailed = ({ status }: Stored<Job>) => conditions.isTrue(status?.conditions, 'Failed');
  const last = sorted.at(-1);
  return {
    active: sorted.filter((job) => !isSuccessful(job) && !isFailed(job)),
    successful: sorted.filter(isSuccessful),
    failed: sorted.filter(isFailed),
    latest: last && new Date(timeOf(last)),
  };
}

/**
 * The Job for one time. The time is part of its name: if this runs twice, because the first answer of the API server was
 * lost, the second Job is refused, and nothing runs twice.
 */
export function jobFor(cronJob: Stored<CronJob>, time: Date): Job {
  const { metadata, spec } = mutable<CronJob['spec']['jobTemplate']>(cronJob.spec.jobTemplate);
  return new Job({
    metadata: {
      name: `${cronJob.metadata.name}-${Math.floor(time.getTime() / 60_000)}`,
      labels: { ...metadata?.labels, 'batch.tutorial.kubebuilder.io/cron-job': cronJob.metadata.name },
      annotations: { ...metadata?.annotations, [scheduledAt]: time.toISOString() },
    },
    spec,
  });
}

/** The time for which a Job was made; that of its creation when nobody says. */
function timeOf({ metadata }: Stored<Job>): number {
  const { annotations, creationTimestamp } = metadata;
  const told = Date.parse(annotations?.[scheduledAt] ?? creationTimestamp);
  return Number.isNaN(told) ? Date.parse(creationTimestamp) : told;
}
