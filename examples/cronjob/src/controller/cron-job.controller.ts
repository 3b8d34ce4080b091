import { conditions, controller, ignoreAlreadyExists, ignoreNotFound, owners } from 'kbts/runtime';
import type {
  Client,
  EventRecorder,
  Manager,
  ObjectReconciler,
  ObjectResult,
  ReconcileContext,
  Stored,
} from 'kbts/runtime';
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

const byController = 'controller';
/** The machine may sleep, and its clock may be set: look at it now and then, however far the next run is. */
const longestWaitMs = 60 * 60_000;

/** Starts Jobs by the clock, and tidies up after them. */
export class CronJobReconciler implements ObjectReconciler<CronJob> {
  readonly #events: EventRecorder;
  readonly #now: () => Date;

  constructor(events: EventRecorder, now: () => Date = () => new Date()) {
    this.#events = events;
    this.#now = now;
  }

  /** Runs when a CronJob or one of its Jobs changes, and when the next run is due. */
  async reconcileObject(cronJob: Stored<CronJob>, { client }: ReconcileContext): Promise<ObjectResult<CronJob>> {
    const { metadata } = cronJob;
    // While it is being deleted, Kubernetes deletes its Jobs; it must not start new ones.
    if (metadata.deletionTimestamp !== undefined) return;

    const index = { name: byController, value: metadata.uid };
    const { items } = await client.list(Job, { namespace: metadata.namespace, index });
    const runs = runsOf(items);
    const plan = planRuns(cronJob, runs, this.#now());
    const started = await this.#act(client, cronJob, plan);
    this.#tell(cronJob, plan.state);
    const status = statusOf(cronJob, { runs, plan, started });
    // At least 1: the time may have come while this ran, and 0 would mean not again.
    const waitMs = (next: Date): number => Math.max(1, next.getTime() - this.#now().getTime());
    return { status, ...(plan.next && { requeueAfterMs: Math.min(waitMs(plan.next), longestWaitMs) }) };
  }

  /** Deletes and starts what the plan says; returns the Job that was started. */
  async #act(client: Client, cronJob: Stored<CronJob>, plan: Plan): Promise<Stored<Job> | undefined> {
    for (const job of [...plan.forget, ...plan.end])
      await ignoreNotFound(client.delete(job, { propagation: 'Background' }));
    if (plan.start === undefined) return undefined;
    const job = await ignoreAlreadyExists(client.with({ owner: cronJob }).create(jobFor(cronJob, plan.start)));
    if (job) this.#events.event(cronJob, { reason: 'Started', note: `started Job ${job.metadata.name}`, related: job });
    return job;
  }

  /** An event for what people should hear of, once. */
  #tell(cronJob: Stored<CronJob>, { reason, message: note }: State): void {
    const known = conditions.get(cronJob.status?.conditions, 'Available');
    if (reason === 'OnSchedule' || known?.reason === reason) return;
    this.#events.event(cronJob, { type: reason === 'Suspended' ? 'Normal' : 'Warning', reason, note });
  }
}

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
  const isOn = reason === 'OnSchedule' || reason === 'DeadlineMissed';
  return { type: 'Available', status: isOn ? 'True' : 'False', reason, message } as const;
}

function referenceTo({ apiVersion, kind, metadata: { name, namespace, uid } }: Stored<Job>) {
  return { apiVersion, kind, name, namespace, uid };
}

/** Times of the API have whole seconds. */
function secondsOf(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z');
}

/** Adds the controller to the manager. */
export function setupCronJobController(manager: Manager): void {
  manager.cache.index(Job, byController, (job) => {
    const owner = owners.controllerOf(job);
    return owner === undefined ? [] : [owner.uid];
  });
  const reconciler = new CronJobReconciler(manager.events('cronjob-controller'));
  controller(manager, 'cronjob').for(CronJob).owns(Job).complete(reconciler);
}
