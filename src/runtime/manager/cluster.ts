/** One API server with everything that is needed to work with it. */
import type { Cache, CacheOptions } from '../cache/cache.js';
import { CachedClient } from '../cache/cached-client.js';
import { InformerCache } from '../cache/informers/informer-cache.js';
import type { Client, ClientDefaults } from '../client/client.js';
import type { ClusterConfig } from '../client/config/cluster-config.js';
import { createTransport } from '../client/connection/http-transport.js';
import { createClient } from '../client/kube-client.js';
import { type RateLimit, rateLimitedTransport } from '../client/connection/rate-limited-transport.js';
import { createRestMapper } from '../client/requests/rest-mapper.js';
import type { Transport, TransportObserver } from '../client/connection/transport.js';
import { type Clock, systemClock } from '../clock.js';
import { currentWork } from '../current-work.js';
import { heldLoop } from '../held-loop.js';
import { currentLogger } from '../log/current-logger.js';
import type { Logger } from '../log/logger.js';
import { silentLogger } from '../log/silent-logger.js';
import type { MetricsRegistry } from '../metrics/registry.js';
import type { KindInfo } from '../object/kind.js';
import type { WaitTime } from '../object/wait-time.js';
import type { RunContext, Runnable } from '../runnable.js';
import { tracedTransport } from '../tracing/traced-transport.js';
import type { Tracer } from '../tracing/tracer.js';
import { applyMetrics, consistencyMetrics, watchMetrics } from './metrics/consistency-metrics.js';
import { restClientMetrics } from './metrics/rest-client-metrics.js';

/** The parts of a cluster. */
export interface ClusterOptions {
  readonly config?: ClusterConfig | undefined;
  /** In place of a connection to `config`. */
  readonly transport?: Transport | undefined;
  readonly cache?: CacheOptions | undefined;
  /** Kinds whose objects are written as plain literals. */
  readonly kinds?: readonly KindInfo[] | undefined;
  readonly client?: ClientDefaults | undefined;
  readonly userAgent?: string | undefined;
  readonly log?: Logger | undefined;
  readonly metrics?: MetricsRegistry | undefined;
  readonly clock?: Clock | undefined;
  readonly tracer?: Tracer | undefined;
  /** How long the informers may take for their first state; `2m` by default. */
  readonly cacheSyncTimeout?: WaitTime | undefined;
  /** Whether the work continues without it; it is retried until it answers. */
  readonly mayBeAway?: boolean | undefined;
  /** Requests per second, with bursts, that calls other than watches may make; no limit by default. */
  readonly rateLimit?: RateLimit | undefined;
  /** Wraps the transport of the client, but not that of the cache. */
  readonly fence?: ((transport: Transport) => Transport) | undefined;
}

/** A client that reads from a cache, and that cache. Runs as part of a manager. */
export class Cluster implements Runnable, AsyncDisposable {
  readonly client: Client;
  readonly cache: Cache;
  readonly group = 'always';
  readonly #options: ClusterOptions;
  readonly #transport: Transport;
  #markReady: () => void = () => undefined;
  #markFailed: (error: unknown) => void = () => undefined;
  readonly #ready: Promise<void>;

  constructor(options: ClusterOptions) {
    const { log = silentLogger, clock = systemClock, fence = (transport) => transport } = options;
    this.#options = options;
    const transport = options.transport ?? openTransport(options, log);
    const { rateLimit } = options;
    this.#transport = rateLimit ? rateLimitedTransport(transport, rateLimit, clock) : transport;
    const mapper = createRestMapper(this.#transport);
    options.kinds?.forEach((kind) => mapper.learn(kind));
    const live = createClient({
      transport: fence(noting(traced(this.#transport, options.tracer))),
      mapper,
      defaults: options.client,
    });
    const onWait = options.metrics && consistencyMetrics(options.metrics);
    const cacheOptions = options.metrics ? watchMetrics(options.metrics, options.cache) : options.cache;
    const cache = new InformerCache({ transport: this.#transport, mapper, log, clock, onWait, options: cacheOptions });
    this.cache = cache;
    const onApply = options.metrics && applyMetrics(options.metrics);
    this.client = new CachedClient(live, cache, options.client, onApply);
    this.#ready = new Promise((resolve, reject) => {
      this.#markReady = resolve;
      this.#markFailed = reject;
    });
    this.#ready.catch(() => undefined);
  }

  async ready(): Promise<void> {
    if (!this.#options.mayBeAway) await this.#ready;
  }

  async run({ signal }: RunContext): Promise<void> {
    const { cacheSyncTimeout = '2m' } = this.#options;
    this.cache.start();
    try {
      const { mayBeAway = false, log } = this.#options;
      await this.cache.synced({ signal, timeout: cacheSyncTimeout }).catch((error: unknown) => {
        if (!mayBeAway || signal.aborted) throw error;
        log?.error('a cluster does not answer; continuing without it, and retrying', { error });
      });
      this.#markReady();
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve(), { once: true });
      });
    } catch (error) {
      this.#markFailed(error);
      if (!signal.aborted) throw error;
    } finally {
      await this.cache[Symbol.asyncDispose]();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.cache[Symbol.asyncDispose]();
    if (!this.#options.transport) await this.#transport[Symbol.asyncDispose]();
  }
}

/** Says whose turn it is when an answer comes: what the caller computes from it may hold the event loop. */
function noting(transport: Transport): Transport {
  return {
    server: transport.server,
    async request(request) {
      const response = await transport.request(request);
      heldLoop.note(currentWork());
      return response;
    },
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  };
}

function traced(transport: Transport, tracer: Tracer | undefined): Transport {
  return tracer ? tracedTransport(transport, tracer) : transport;
}

function openTransport(options: ClusterOptions, log: Logger): Transport {
  const { config, userAgent, metrics } = options;
  if (!config) throw new Error('a cluster needs a config or a transport; load one with loadClusterConfig()');
  const observer: TransportObserver = {
    ...(metrics ? restClientMetrics(metrics) : {}),
    warning: ({ text, method, path }) =>
      currentLogger(log).info('the API server warns', { warning: text, method, path }),
  };
  return createTransport(config, { userAgent, observer });
}
