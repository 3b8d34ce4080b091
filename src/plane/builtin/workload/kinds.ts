/** The checks of workloads, by group and kind. */
import type { KindChecks } from '../kind-checks.js';
import { cronJob } from './cron-job.js';
import { daemonSet } from './daemon-set.js';
import { deployment, replicaSet } from './deployment.js';
import { job } from './job.js';
import { statefulSet } from './stateful-set.js';

/** By `group/Kind`. */
export const kinds: Readonly<Record<string, KindChecks>> = {
  'apps/Deployment': deployment,
  'apps/ReplicaSet': replicaSet,
  'apps/StatefulSet': statefulSet,
  'apps/DaemonSet': daemonSet,
  'batch/Job': job,
  'batch/CronJob': cronJob,
};
