/** Metrics of reconciles, under controller-runtime's names. */
import type { MetricsRegistry } from './registry.js';

/** How a reconcile ended, as a label. */
export type ReconcileOutcome = 'success' | 'error' | 'requeue' | 'requeue_after';

/** Told by a controller while it works. */
export interface ControllerMetrics {
  started(): void;
  finished(outcome: ReconcileOutcome, seconds: number): void;
  terminalError(): void;
  /** The reconciler threw something that is not an `Error`, or returned nonsense. */
  panicked(): void;
  timedOut(): void;
  /** A reconcile ignores its signal (1), or has ended after all (−1). */
  overdue(by: 1 | -1): void;
  /** The controller has ended: drops its values, and counts nothing any more. */
  remove(): void;
}

const BUCKETS = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.25, 1.5, 1.75, 2,
  2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];
const OUTCOMES: readonly ReconcileOutcome[] = ['success', 'error', 'requeue', 'requeue_after'];

/** Registers the metrics of one controller, all at zero. */
export function controllerMetrics(registry: MetricsRegistry, controller: string, workers: number): ControllerMetrics {
  const labels = { controller };
  const counter = (name: string, help: string, extra: string[] = []) =>
    registry.counter({ name: `controller_runtime_${name}`, help, labels: ['controller', ...extra] });
  const gauge = (name: string, help: string) =>
    registry.gauge({ name: `controller_runtime_${name}`, help, labels: ['controller'] });
  const total = counter('reconcile_total', 'Reconciles, by how they ended', ['result']);
  const errors = counter('reconcile_errors_total', 'Reconciles that failed');
  const terminal = counter('terminal_reconcile_errors_total', 'Reconciles that failed and are not tried again');
  const panics = counter('reconcile_panics_total', 'Reconciles that threw what is not an error, or returned nonsense');
  const timeouts = counter('reconcile_timeouts_total', 'Reconciles that ran into their time limit');
  const active = gauge('active_workers', 'Reconciles running now');
  const time = registry.histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'Seconds a reconcile takes',
    labels: ['controller'],
    buckets: BUCKETS,
  });
  const overdue = registry.gauge({
    name: 'kbts_controller_overdue_reconciles',
    help: 'Reconciles that still run 10 s after their signal was aborted; each keeps its worker',
    labels: ['controller'],
  });
  const most = gauge('max_concurrent_reconciles', 'How many reconciles may run at once');
  for (const result of OUTCOMES) total.increment({ controller, result }, 0);
  for (const zero of [errors, terminal, panics, timeouts]) zero.increment(labels, 0);
  for (const zero of [active, overdue]) zero.set(0, labels);
  most.set(workers, labels);
  let isRemoved = false;
  const unlessRemoved =
    <A extends unknown[]>(count: (...args: A) => void) =>
    (...args: A): void => {
      if (!isRemoved) count(...args);
    };
  return {
    started: unlessRemoved(() => active.add(1, labels)),
    finished: unlessRemoved((result, seconds) => {
      active.add(-1, labels);
      total.increment({ controller, result });
      if (result === 'error') errors.increment(labels);
      time.observe(seconds, labels);
    }),
    terminalError: unlessRemoved(() => terminal.increment(labels)),
    panicked: unlessRemoved(() => panics.increment(labels)),
    timedOut: unlessRemoved(() => timeouts.increment(labels)),
    overdue: unlessRemoved((by) => overdue.add(by, labels)),
    remove() {
      isRemoved = true;
      for (const result of OUTCOMES) total.remove({ controller, result });
      for (const metric of [errors, terminal, panics, timeouts, active, overdue, most, time]) metric.remove(labels);
    },
  };
}
