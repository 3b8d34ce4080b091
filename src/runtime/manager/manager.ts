/** The manager: everything an operator runs, started and stopped in order. */
import type { Cache } from '../cache/cache.js';
import type { Client } from '../client/client.js';
import type { ClusterConfig } from '../client/config/cluster-config.js';
import { loadClusterConfig } from '../client/config/kube-config.js';
import { type Clock, systemClock } from '../clock.js';
import type { ControllerOptions } from '../controller/controller-options.js';
import type { ClusterHost } from '../controller/host.js';
import { engineOptions } from '../frame/settings.js';
import { type Check, CheckList, ping } from '../health/checks.js';
import { longLivedAbort } from '../linked-abort.js';
import type { Logger } from '../log/logger.js';
import { createLogger } from '../log/pino-logger.js';
import { createMetricsRegistry, type MetricsRegistry } from '../metrics/registry.js';
import type { EventRecorder } from '../recorder/event-recorder.js';
import { connectTo, isPart, type Part } from '../part.js';
import type { RunContext, Runnable } from '../runnable.js';
import type { Tracer } from '../tracing/tracer.js';
import { cacheCheck } from './cache-check.js';
import { Cluster, type ClusterOptions } from './cluster.js';
import { Clusters } from './clusters.js';
import { createElector } from './election.js';
import { reportHeldLoop } from './metrics/held-loop-report.js';
import { LeaderFence } from './leader-fence.js';
import { type GroupName, graceMs, Lifecycle } from './lifecycle.js';
import type { Manager } from './manager-contract.js';
import type { ManagerOptions } from './manager-options.js';
import { Recorders } from './recorders.js';
import { endProcess } from './process-end.js';
import { makeServers } from './servers.js';
import { watchUnhandledRejections } from './unhandled-rejections.js';
import { ManagedWebhooks } from './managed-webhooks.js';

export type { Manager };

/**
 * Makes a manager. Nothing is opened before `start`, except that the config is read.
 * @example
 * ```ts
 * await using own = await createManager({ config, log: silentLogger });
 * own.add(controller(Guestbook).reconcile(async () => undefined));
 * void own.start(signal);
 * await own.elected;
 * ```
 */
export async function createManager(options: ManagerOptions = {}): Promise<Manager> {
  const config = options.config ?? (options.transport ? undefined : await loadClusterConfig(options));
  return new OperatorManager(options, config);
}

class OperatorManager implements Manager {
  readonly client: Client;
  readonly cache: Cache;
  readonly config: ClusterConfig | undefined;
  readonly log: Logger;
  readonly metrics: MetricsRegistry;
  readonly webhooks: ManagedWebhooks;
  readonly clock: Clock;
  readonly tracer: Tracer | undefined;
  readonly controllerDefaults: ControllerOptions;
  readonly #options: ManagerOptions;
  readonly #fence: LeaderFence;
  readonly #lifecycle: Lifecycle;
  readonly #cluster: Cluster;
  readonly #clusters: Clusters;
  readonly #names = new Set<string>();
  readonly #recorders: Recorders;
  readonly #liveness: CheckList;
  readonly #readiness: CheckList;
  readonly #stop = longLivedAbort();
  readonly #closeElector: () => Promise<void>;
  #running: Promise<void> | undefined;

  constructor(options: ManagerOptions, config: ClusterConfig | undefined) {
    this.#options = options;
    this.config = config;
    this.log = options.log ?? createLogger(options.logging);
    this.clock = options.clock ?? systemClock;
    this.metrics = options.registry ?? createMetricsRegistry();
    this.controllerDefaults = engineOptions(options.controllers ?? {}, 'the defaults of controllers');
    this.tracer = options.tracer;
    const managed = createElector(options, {
      config,
      log: this.log,
      metrics: this.metrics,
      event: (lease, note) => this.events('leader-election').event(lease, { reason: 'LeaderElection', note }),
    });
    const elector = managed?.elector;
    this.#closeElector = async () => managed?.close();
    this.#fence = new LeaderFence(elector);
    this.#cluster = new Cluster({
      ...this.#clusterDefaults(),
      ...options,
      config,
      metrics: this.metrics,
    });
    this.client = this.#cluster.client;
    this.cache = this.#cluster.cache;
    this.#lifecycle = new Lifecycle({
      log: this.log,
      clock: this.clock,
      shutdownTimeoutMs: graceMs(options.shutdownTimeout),
      election: elector,
      flush: () => this.#recorders.close(),
    });
    this.#clusters = new Clusters(this.#lifecycle);
    this.#liveness = new CheckList(this.log);
    this.#readiness = new CheckList(this.log);
    this.#liveness.add('ping', ping);
    if (elector) this.#liveness.add('leader-election', () => elector.check());
    this.#readiness.add(
      'cache',
      cacheCheck(() => [this.#cluster]),
    );
    this.#recorders = new Recorders(this, this.#fence);
    this.webhooks = new ManagedWebhooks(options.webhooks, this, options.tls);
    this.#lifecycle.add(this.#cluster, 'cache');
  }

  get elected(): Promise<void> {
    return this.#lifecycle.elected;
  }

  add<Running>(part: Part<Manager, Running>): Running;
  add(runnable: Runnable | ((context: RunContext) => Promise<void>), options?: { group?: Runnable['group'] }): void;
  add(
    given: Part<Manager> | Runnable | ((context: RunContext) => Promise<void>),
    options: { group?: Runnable['group'] } = {},
  ): unknown {
    if (isPart<Manager>(given)) return connectTo<Manager, unknown>(this, given);
    const runnable: Runnable = typeof given === 'function' ? { run: given } : given;
    this.addTo(options.group ?? runnable.group ?? 'leader', runnable);
    return undefined;
  }

  /** For the parts of the manager that have groups of their own. */
  addTo(group: GroupName, runnable: Runnable): void {
    this.#lifecycle.add(group === 'leader' ? this.#fence.leaderOnly(runnable) : runnable, group);
  }

  addHealthCheck(name: string, check: Check): void {
    this.#refuseWhenStarted('health checks');
    this.#liveness.add(name, check);
  }

  addReadyCheck(name: string, check: Check): void {
    this.#refuseWhenStarted('ready checks');
    this.#readiness.add(name, check);
  }

  addCluster(name: string, options: ClusterOptions): ClusterHost {
    return this.#clusters.add(name, { ...this.#clusterDefaults(), metrics: this.metrics, ...options });
  }

  removeCluster(name: string): Promise<void> {
    return this.#clusters.remove(name);
  }

  get clusterNames(): readonly string[] {
    return this.#clusters.names();
  }

  cluster(name: string): ClusterHost {
    return this.#clusters.get(name);
  }

  claimControllerName(name: string): void {
    if (this.#names.has(name))
      throw new Error(`there are two controllers named "${name}"; name one of them: .options({ name: "other-name" })`);
    this.#names.add(name);
  }

  releaseControllerName(name: string): void {
    this.#names.delete(name);
  }

  events(controller: string, { cluster }: { cluster?: string } = {}): EventRecorder {
    return this.#recorders.of(controller, cluster);
  }

  isLeader(): boolean {
    return this.#fence.isLeader();
  }

  asLeader<T>(work: () => T): T {
    return this.#fence.asLeader(work);
  }

  async start(signal?: AbortSignal): Promise<void> {
    this.#refuseWhenStarted('a second start');
    const onAbort = (): void => this.#stop.abort(signal?.reason);
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
    const checks = { liveness: this.#liveness, readiness: this.#readiness };
    for (const server of makeServers(this.#options, checks, this)) this.#lifecycle.add(server, 'server');
    this.#running = this.#run();
    try {
      await this.#running;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      endProcess(signal, this);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort(new Error('the manager was disposed'));
    // Whoever called start() hears of its failure.
    await this.#running?.catch(() => undefined);
    await this.#close();
  }

  async #run(): Promise<void> {
    // All our timers let the process end: while the API server is away nothing else may be left to keep it.
    const alive = setInterval(() => undefined, 1 << 30);
    const unreport = reportHeldLoop(this);
    const unwatch = watchUnhandledRejections(this.log, (error) => this.#lifecycle.fail(error));
    try {
      await this.#lifecycle.run(this.#stop.signal);
    } finally {
      clearInterval(alive);
      unwatch();
      unreport();
      await this.#close();
    }
  }

  async #close(): Promise<void> {
    await Promise.all([this.#closeElector(), ...this.#allClusters().map((cluster) => cluster[Symbol.asyncDispose]())]);
  }

  #allClusters(): Cluster[] {
    return [this.#cluster, ...this.#clusters.all()];
  }

  #clusterDefaults(): ClusterOptions {
    const { kinds, userAgent, controllers, tracer } = this.#options;
    const { log, clock } = this;
    // Whoever no longer leads must not write to any cluster.
    const fence: ClusterOptions['fence'] = (transport) => this.#fence.guard(transport);
    return { kinds, userAgent, log, clock, tracer, fence, cacheSyncTimeout: controllers?.cacheSyncTimeout };
  }

  #refuseWhenStarted(what: string): void {
    if (this.#lifecycle.isStarted) throw new Error(`the manager has been started: it is too late for ${what}`);
  }
}
