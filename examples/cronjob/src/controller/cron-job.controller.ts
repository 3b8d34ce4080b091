import { conditions, controller, ignoreAlreadyExists, ignoreNotFound, isEqual, mutable, owners } from 'kbts/runtime';
import type {
  Client,
  Condition,
  DeepReadonly,
  EventRecorder,
  Manager,
  ObjectReconciler,
  ReconcileContext,
  Result,
} from 'kbts/runtime';
import { Job } from 'kbts/k8s/batch/v1';
import { CronJob } from '../api/v1/index.js';
import type { CronJobStatus } from '../api/v1/index.js';
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
  readonly #client: Client;
  readonly #events: EventRecorder;
  readonly #now: () => Date;

  constructor(client: Client, events: EventRecorder, now: () => Date = () => new Date()) {
    this.#client = client;
    this.#events = events;
    this.#now = now;
  }

  /** Runs when a CronJob or one of its Jobs changes, and when the next run is due. */
  async reconcileObject(cronJob: DeepReadonly<CronJob>, { signal }: ReconcileContext): Promise<Result> {
    // While it is being deleted, Kubernetes deletes its Jobs; it must not start new ones.
    if (cronJob.metadata.deletionTimestamp !== undefined) return;

    const now = this.#now();
    const runs = runsOf(await this.#jobsOf(cronJob, signal));
    const plan = planRuns(cronJob, runs, now);
    const started = await this.#act(cronJob, plan, signal);
    await this.#report(cronJob, { runs, plan, started }, signal);
    // At least 1: the time may have come while this ran, and 0 would mean not again.
    const waitMs = (next: Date): number => Math.max(1, next.getTime() - this.#now().getTime());
    if (plan.next) return { requeueAfterMs: Math.min(waitMs(plan.next), longestWaitMs) };
  }

  async #jobsOf({ metadata }: DeepReadonly<CronJob>, signal: AbortSignal): Promise<readonly DeepReadonly<Job>[]> {
    const index = { name: byController, value: metadata.uid ?? '' };
    const { items } = await this.#client.list(Job, { namespace: metadata.namespace, index, signal });
    return items;
  }

  /** Deletes and starts what the plan says; returns the Job that was started. */
  async #act(cronJob: DeepReadonly<CronJob>, plan: Plan, signal: AbortSignal): Promise<Job | undefined> {
    for (const job of [...plan.forget, ...plan.end])
      await ignoreNotFound(this.#client.delete(job, { propagation: 'Background', signal }));
    if (plan.start === undefined) return undefined;
    const job = await ignoreAlreadyExists(this.#client.create(jobFor(cronJob, plan.start), { signal }));
    if (job) this.#events.event(cronJob, { reason: 'Started', note: `started Job ${job.metadata.name}`, related: job });
    return job;
  }

  /** Writes the status, unless it says so already. */
  async #report(
    cronJob: DeepReadonly<CronJob>,
    { runs, plan, started }: { runs: Runs; plan: Plan; started: Job | undefined },
    signal: AbortSignal,
  ): Promise<void> {
    const active = [...runs.active.filter((job) => !plan.end.includes(job)), ...(started ? [started] : [])];
    const list = mutable<Condition[]>(cronJob.status?.conditions ?? []);
    const isNews = conditions.set(list, conditionOf(plan.state, cronJob.metadata.generation));
    const lastRun = plan.start ?? lastRunOf(cronJob, runs);
    const status: CronJobStatus = {
      // A list of the API may not be empty, and has at most ten items.
      ...(active.length > 0 && { active: active.slice(-10).map(referenceTo) }),
      ...(lastRun && { lastScheduleTime: secondsOf(lastRun) }),
      conditions: list,
    };
    if (isEqual(status, cronJob.status)) return;
    const options = { fieldManager: 'cronjob-controller', force: true, signal };
    await this.#client.status.apply(cronJob, { status }, options);
    const { reason, message: note } = plan.state;
    if (isNews && reason !== 'OnSchedule')
      this.#events.event(cronJob, { type: reason === 'Suspended' ? 'Normal' : 'Warning', reason, note });
  }
}

function conditionOf({ reason, message }: State, observedGeneration: number | undefined) {
  const isOn = reason === 'OnSchedule' || reason === 'DeadlineMissed';
  return { type: 'Available', status: isOn ? 'True' : 'False', reason, message, observedGeneration } as const;
}

function referenceTo({ apiVersion, kind, metadata: { name, namespace, uid } }: DeepReadonly<Job>) {
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
  const reconciler = new CronJobReconciler(manager.client, manager.events('cronjob-controller'));
  controller(manager, 'cronjob').for(CronJob).owns(Job).complete(reconciler);
}
