/** The operator under test: a program of its own, so that it can be stopped, killed and measured. */
import { controller } from '../../src/runtime/controller/builder.js';
import type { ReconcileContext, Reconciler, Request } from '../../src/runtime/controller/reconcile.js';
import type { ClusterConfig } from '../../src/runtime/client/config/cluster-config.js';
import type { Client } from '../../src/runtime/client/client.js';
import { ignoreAlreadyExists, ignoreNotFound } from '../../src/runtime/client/requests/api-error.js';
import { Elector } from '../../src/runtime/leader/elector.js';
import { createManager } from '../../src/runtime/manager/manager.js';
import { mutable } from '../../src/runtime/object/readonly.js';
import type { WaitTime } from '../../src/runtime/object/wait-time.js';
import { childNames, ConfigMap, finalizer, leaseName, ownerLabel, Widget } from './widget.js';

export interface ManagerSettings {
  readonly config: ClusterConfig;
  readonly identity: string;
  readonly leaderElection: Record<'leaseDuration' | 'renewDeadline' | 'retryPeriod', WaitTime>;
  /** How far the wall clock is off at the start. */
  readonly clockShiftMs: number;
}

/** What a manager says to the program that started it. */
export type ManagerMessage =
  | { readonly type: 'started' }
  | { readonly type: 'leading' }
  | { readonly type: 'violation'; readonly text: string }
  /** Keys that were reconciled and keys that failed, each counted once, and the time since the first of them. */
  | { readonly type: 'progress'; readonly done: number; readonly failed: number; readonly ms: number }
  | { readonly type: 'measure'; readonly memoryMb: number }
  /** The last moments at which the fence let this process write, by the clock that all processes share. */
  | { readonly type: 'passed'; readonly checks: readonly string[] };

class WidgetReconciler implements Reconciler {
  readonly #client: Client;
  readonly #running = new Set<string>();

  constructor(client: Client) {
    this.#client = client;
  }

  async reconcile(request: Request, { signal }: ReconcileContext): Promise<void> {
    const key = `${request.namespace}/${request.name}`;
    if (this.#running.has(key)) tell({ type: 'violation', text: `${key} is reconciled twice at once` });
    this.#running.add(key);
    try {
      await this.#reconcile(request, signal);
    } finally {
      this.#running.delete(key);
    }
  }

  async #reconcile(request: Request, signal: AbortSignal): Promise<void> {
    const found = await this.#client.find(Widget, request, { signal });
    if (!found) return;
    const widget = mutable<Widget>(found);
    const { finalizers = [], deletionTimestamp } = widget.metadata;
    const wanted = deletionTimestamp === undefined ? childNames(widget) : [];
    if (deletionTimestamp === undefined && !finalizers.includes(finalizer)) {
      widget.metadata.finalizers = [...finalizers, finalizer];
      await this.#client.update(widget, { signal });
      return;
    }
    await this.#syncChildren(widget, wanted, signal);
    if (deletionTimestamp !== undefined) {
      widget.metadata.finalizers = finalizers.filter((name) => name !== finalizer);
      await ignoreNotFound(this.#client.update(widget, { signal }));
      return;
    }
    if (widget.status?.value === widget.spec.value) return;
    const body = { status: { value: widget.spec.value } };
    await this.#client.status.patch(widget, { type: 'merge', body }, { signal });
  }

  async #syncChildren({ metadata, spec }: Widget, wanted: readonly string[], signal: AbortSignal): Promise<void> {
    const { namespace = '', name = '' } = metadata;
    const { items } = await this.#client.list(ConfigMap, { namespace, labels: { [ownerLabel]: name }, signal });
    const present = new Map(items.map((item) => [item.metadata.name ?? '', item]));
    for (const child of wanted) {
      const existing = present.get(child);
      present.delete(child);
      if (existing?.data?.['value'] === spec.value) continue;
      const desired = new ConfigMap({
        metadata: { name: child, namespace, labels: { [ownerLabel]: name } },
        data: { value: spec.value },
      });
      if (existing) await this.#client.update({ ...mutable<ConfigMap>(existing), data: desired.data }, { signal });
      else await ignoreAlreadyExists(this.#client.create(desired, { signal }));
    }
    for (const left of present.values()) await ignoreNotFound(this.#client.delete(left, { signal }));
  }
}

function tell(message: ManagerMessage): void {
  process.send?.(message);
}

/** Lets the parent set this process's wall clock, as an administrator or a resumed machine would. */
function shiftableDate(): { shiftMs: number } {
  const shift = { shiftMs: 0 };
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...given: [] | [number | string]) {
      if (given.length === 0) super(RealDate.now() + shift.shiftMs);
      else super(given[0]);
    }
    static override now(): number {
      return RealDate.now() + shift.shiftMs;
    }
  } as DateConstructor;
  return shift;
}

const passed: bigint[] = [];

/** Notes when the fence says yes, so that the parent can tell a write that was let out from one that was on its way. */
function watchFence(): void {
  const { throwIfNotLeader } = Elector.prototype;
  Elector.prototype.throwIfNotLeader = function (this: Elector): void {
    throwIfNotLeader.call(this);
    passed.push(process.hrtime.bigint());
    if (passed.length > 500) passed.splice(0, 250);
  };
  process.on('SIGCONT', () => setTimeout(tellPassed, 500).unref());
}

function tellPassed(): Promise<void> {
  return new Promise((resolve) => {
    const message: ManagerMessage = { type: 'passed', checks: passed.map(String) };
    if (process.connected) process.send?.(message, () => resolve());
    else resolve();
  });
}

async function main(): Promise<void> {
  watchFence();
  const settings = JSON.parse(process.env['FAULTS_SETTINGS'] ?? '{}') as ManagerSettings;
  const clock = shiftableDate();
  clock.shiftMs = settings.clockShiftMs;
  const stop = new AbortController();
  const manager = await createManager({
    config: settings.config,
    userAgent: settings.identity,
    leaderElection: { id: leaseName, namespace: 'default', identity: settings.identity, ...settings.leaderElection },
    metrics: false,
    health: false,
    webhooks: false,
    controllers: { concurrency: 8 },
    shutdownTimeout: '5s',
    logging: { level: 'error', format: 'json' },
  });
  // Mapped by label and not by owner: without a garbage collector, owners could not do it.
  controller(manager)
    .for(Widget)
    .watches(ConfigMap, ({ object }) => {
      const name = object.metadata.labels?.[ownerLabel];
      return name ? [{ name, namespace: object.metadata.namespace }] : [];
    })
    .complete(new WidgetReconciler(manager.client));
  process.on('message', (message: { do: 'measure' | 'shift' | 'stop'; shiftMs?: number }) => {
    if (message.do === 'shift') clock.shiftMs = message.shiftMs ?? 0;
    else if (message.do === 'stop') stop.abort();
    else void measure();
  });
  process.on('disconnect', () => process.exit(0));
  void manager.elected.then(() => tell({ type: 'leading' })).catch(() => undefined);
  tell({ type: 'started' });
  await manager.start(stop.signal);
}

/** What is left after two collections, between which finalizers can run. */
async function measure(): Promise<void> {
  globalThis.gc?.();
  await new Promise((resolve) => setTimeout(resolve, 100));
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  tell({ type: 'measure', memoryMb: (heapUsed + external) / 2 ** 20 });
}

main().then(
  () => process.exit(0),
  async (error: unknown) => {
    console.error(error);
    await tellPassed();
    process.exit(1);
  },
);
