/** Metrics in the Prometheus format; the only file that knows prom-client. */
import * as prom from 'prom-client';

/** Values of a metric's labels. */
export type Labels = Readonly<Record<string, string>>;

/** What a metric is called and what it means. */
export interface MetricDefinition {
  readonly name: string;
  readonly help: string;
  readonly labels?: readonly string[];
}

/** A number that only grows. */
export interface Counter {
  increment(labels?: Labels, by?: number): void;
  /** Drops the value with exactly these labels: what it counted no longer exists. */
  remove(labels: Labels): void;
}

/** A number that goes up and down. */
export interface Gauge {
  set(value: number, labels?: Labels): void;
  add(by: number, labels?: Labels): void;
  /** Drops all values, for gauges that are filled at each scrape. */
  reset(): void;
  /** Drops the value with exactly these labels. */
  remove(labels: Labels): void;
}

/** How values are distributed. */
export interface Histogram {
  observe(value: number, labels?: Labels): void;
  /** Drops the values with exactly these labels. */
  remove(labels: Labels): void;
}

/** Where the runtime and its users register metrics. Asking for a registered name returns the same metric. */
export interface MetricsRegistry {
  counter(definition: MetricDefinition): Counter;
  gauge(definition: MetricDefinition): Gauge;
  histogram(definition: MetricDefinition & { readonly buckets?: readonly number[] }): Histogram;
  /** Calls `collect` before each scrape; the returned function ends that. */
  onScrape(collect: () => void): () => void;
  /** All metrics as text. */
  text(): Promise<string>;
  readonly contentType: string;
}

/**
 * Makes an empty registry, with metrics of the process and of Node unless `process` is false.
 * @example
 * ```ts
 * const registry = createMetricsRegistry({ process: false });
 * const scaled = registry.counter({ name: 'guestbook_scaled_total', help: 'Guest books scaled', labels: ['tenant'] });
 * scaled.increment({ tenant: 'a' });
 * console.log((await registry.text()).includes('guestbook_scaled_total{tenant="a"} 1')); // true
 * ```
 */
export function createMetricsRegistry(options: { process?: boolean } = {}): MetricsRegistry {
  return new PromRegistry(options.process ?? true);
}

class PromRegistry implements MetricsRegistry {
  readonly #registry = new prom.Registry();
  readonly #metrics = new Map<string, { type: string; metric: unknown }>();
  readonly #collectors = new Set<() => void>();

  constructor(withProcess: boolean) {
    if (withProcess) prom.collectDefaultMetrics({ register: this.#registry });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  counter(definition: MetricDefinition): Counter {
    return this.#once('counter', definition.name, () => {
      const counter = new prom.Counter(this.#configuration(definition));
      return {
        increment: (labels = {}, by = 1) => counter.inc(labels, by),
        remove: (labels) => counter.remove(labels),
      };
    });
  }

  gauge(definition: MetricDefinition): Gauge {
    return this.#once('gauge', definition.name, () => {
      const gauge = new prom.Gauge(this.#configuration(definition));
      return {
        set: (value, labels = {}) => gauge.set(labels, value),
        add: (by, labels = {}) => gauge.inc(labels, by),
        reset: () => gauge.reset(),
        remove: (labels) => gauge.remove(labels),
      };
    });
  }

  histogram(definition: MetricDefinition & { readonly buckets?: readonly number[] }): Histogram {
    return this.#once('histogram', definition.name, () => {
      const buckets = definition.buckets ? { buckets: [...definition.buckets] } : {};
      const histogram = new prom.Histogram({ ...this.#configuration(definition), ...buckets });
      return {
        observe: (value, labels = {}) => histogram.observe(labels, value),
        remove: (labels) => histogram.remove(labels),
      };
    });
  }

  onScrape(collect: () => void): () => void {
    this.#collectors.add(collect);
    return () => void this.#collectors.delete(collect);
  }

  async text(): Promise<string> {
    for (const collect of this.#collectors) collect();
    return this.#registry.metrics();
  }

  #configuration({ name, help, labels = [] }: MetricDefinition) {
    return { name, help, labelNames: [...labels], registers: [this.#registry] };
  }

  #once<M>(type: string, name: string, make: () => M): M {
    const known = this.#metrics.get(name);
    if (known && known.type !== type)
      throw new Error(`metric "${name}" is already registered as a ${known.type}; choose another name for the ${type}`);
    // The type was checked above, and a name has one type only.
    if (known) return known.metric as M;
    const metric = make();
    this.#metrics.set(name, { type, metric });
    return metric;
  }
}
