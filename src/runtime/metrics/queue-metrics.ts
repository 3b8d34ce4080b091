/** Metrics of work queues, under the names that Kubernetes controllers use. */
import type { Gauge, MetricsRegistry } from './registry.js';

/** What is read from a queue at each scrape. */
export interface QueueState {
  depths(): ReadonlyMap<number, number>;
  runningMs(): readonly number[];
}

/** Told by a queue while it works. */
export interface QueueMetrics {
  added(priority: number): void;
  taken(waitedMs: number): void;
  finished(workedMs: number): void;
  retried(): void;
  /** Reads depth and running times from `queue` at each scrape until the returned function is called. */
  attach(queue: QueueState): () => void;
  /** The queue has ended: drops its values. */
  remove(): void;
}

/** More priorities than this share one label, or a careless caller would fill the metrics database. */
const MOST_PRIORITIES = 25;
const BUCKETS = Array.from({ length: 12 }, (_, power) => 1e-8 * 10 ** power);
const LABELS = ['name', 'controller'];

/** Registers the metrics of the queue of one controller. */
export function queueMetrics(registry: MetricsRegistry, controller: string): QueueMetrics {
  const labels = { name: controller, controller };
  const metrics = defineQueueMetrics(registry);
  metrics.adds.increment(labels, 0);
  metrics.retries.increment(labels, 0);
  const reported = new Set<string>();
  return {
    added: () => metrics.adds.increment(labels),
    taken: (waitedMs) => metrics.queueDuration.observe(waitedMs / 1000, labels),
    finished: (workedMs) => metrics.workDuration.observe(workedMs / 1000, labels),
    retried: () => metrics.retries.increment(labels),
    attach: (queue) =>
      registry.onScrape(() => {
        reportDepths(metrics.depth, queue, labels, reported);
        const running = queue.runningMs().map((ms) => ms / 1000);
        metrics.unfinished.set(
          running.reduce((sum, seconds) => sum + seconds, 0),
          labels,
        );
        metrics.longest.set(Math.max(0, ...running), labels);
      }),
    remove() {
      for (const priority of new Set(['0', ...reported])) metrics.depth.remove({ ...labels, priority });
      const { adds, retries, unfinished, longest, queueDuration, workDuration } = metrics;
      for (const metric of [adds, retries, unfinished, longest, queueDuration, workDuration]) metric.remove(labels);
    },
  };
}

function defineQueueMetrics(registry: MetricsRegistry) {
  const define = (name: string, help: string, labels = LABELS) => ({ name: `workqueue_${name}`, help, labels });
  return {
    depth: registry.gauge(define('depth', 'Keys that are ready, by priority', [...LABELS, 'priority'])),
    adds: registry.counter(define('adds_total', 'Keys that became ready')),
    retries: registry.counter(define('retries_total', 'Keys added with a delay')),
    unfinished: registry.gauge(define('unfinished_work_seconds', 'Seconds that keys now in work have been in work')),
    longest: registry.gauge(define('longest_running_processor_seconds', 'Seconds of the key longest in work')),
    queueDuration: registry.histogram({
      ...define('queue_duration_seconds', 'Seconds a key waits before it is taken'),
      buckets: BUCKETS,
    }),
    workDuration: registry.histogram({
      ...define('work_duration_seconds', 'Seconds a key is in work'),
      buckets: BUCKETS,
    }),
  };
}

function reportDepths(
  gauge: Gauge,
  queue: QueueState,
  labels: { name: string; controller: string },
  reported: Set<string>,
): void {
  const depths = new Map<string, number>([['0', 0], ...[...reported].map((known) => [known, 0] as const)]);
  for (const [priority, depth] of queue.depths()) {
    const label = labelOf(String(priority), reported);
    depths.set(label, (depths.get(label) ?? 0) + depth);
  }
  for (const [priority, depth] of depths) gauge.set(depth, { ...labels, priority });
}

function labelOf(priority: string, reported: Set<string>): string {
  if (reported.has(priority)) return priority;
  const label = reported.size < MOST_PRIORITIES ? priority : 'exceeded_cardinality_limit';
  reported.add(label);
  return label;
}
