import { condition, conditions, controller, ignoreAlreadyExists, ignoreNotFound } from 'kbts/runtime';
import type { Stored } from 'kbts/runtime';
import { Job } from 'kbts/k8s/batch/v1';
import { CronJob } from '../api/v1/index.js';
import { lastRunOf, planRuns } from './cron-job.plan.js';
import type { Plan, State } from './cron-job.plan.js';
import { jobFor, runsOf } from './cron-job.runs.js';
import type { Runs } from './cron-job.runs.js';

// +kubebuilder:rbac:groups=batch.tutorial.kubebuilder.io,resources=cronjobs,verbs=get;list;watch
// +kubebuilder:rbac:groups=batch.tutorial.kubebuilder.io,resources=cronjobs/status,verbs=patch
// +kubebuilder:rbac:groups=batch.tutorial.kubebuilder.io,resources=cronjobs/finalizers,verbs=update
// +kubebuilder:rbac:groups=batch,resources=jobs,verbs=get;list;watch;create;delete
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

/** Starts Jobs by the clock, and tidies up after them. */
export const cronJobController = controller(CronJob)
  .owns(Job)
  // Runs when a CronJob or one of its Jobs changes, and when the next run is due.
  .reconcile(async (cronJob, { client, events, now }) => {
    const own = client.owned(cronJob);
    const runs = runsOf(await own.list(Job));
    const plan = planRuns(cronJob, runs, now());
    for (const job of [...plan.forget, ...plan.end])
      await ignoreNotFound(client.delete(job, { propagation: 'Background' }));
    const started = plan.start && (await ignoreAlreadyExists(own.create(jobFor(cronJob, plan.start))));
    if (started)
      events.event(cronJob, { reason: 'Started', note: `started Job ${started.metadata.name}`, related: started });

    const { reason, message: note } = plan.state;
    const isNews = conditions.get(cronJob.status?.conditions, 'Available')?.reason !== reason;
    if (isNews && reason !== 'OnSchedule')
      events.event(cronJob, { type: reason === 'Suspended' ? 'Normal' : 'Warning', reason, note });
    return { status: statusOf(cronJob, { runs, plan, started }), requeueAt: plan.next };
  });

function statusOf(
  cronJob: Stored<CronJob>,
  { runs, plan, started }: { runs: Runs; plan: Plan; started: Stored<Job> | undefined },
) {
  const active = [...runs.active.filter((job) => !plan.end.includes(job)), ...(started ? [started] : [])];
  const lastRun = plan.start ?? lastRunOf(cronJob, runs);
  return {
    // A list of the API may not be empty, and has at most ten items.
    ...(active.length > 0 && { active: active.slice(-10).map(referenceTo) }),
    ...(lastRun && { lastScheduleTime: secondsOf(lastRun) }),
    conditions: [conditionOf(plan.state)],
  };
}

function conditionOf({ reason, message }: State) {
  return condition('Available', reason === 'OnSchedule' || reason === 'DeadlineMissed', reason, message);
}

function referenceTo({ apiVersion, kind, metadata: { name, namespace, uid } }: Stored<Job>) {
  return { apiVersion, kind, name, namespace, uid };
}

/** Times of the API have whole seconds. */
function secondsOf(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}
