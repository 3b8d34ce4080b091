/** Keeps the lease while the main thread computes, up to a limit. */
import type { Worker } from 'node:worker_threads';
import type { ClusterConfig } from '../client/config/cluster-config.js';
import { createIdentitySource, type IdentitySource } from '../client/credentials/identity.js';
import { parseServerAddress } from '../client/connection/server-address.js';
import type { Logger } from '../log/logger.js';
import type { SpareRenewal, SpareRenewals } from './elector-options.js';
import { leaseThread, SLOTS, type LeaseThreadIdentity, type LeaseThreadSettings } from './lease-thread.js';

/** What a keeper is made from. */
export interface LeaseKeeperOptions extends Omit<LeaseThreadSettings, 'shared' | 'url' | 'hungAfterMs'> {
  readonly config: ClusterConfig;
  readonly namespace: string;
  /** Of the lease. */
  readonly id: string;
  readonly userAgent: string;
  readonly log: Logger;
}

const [BEAT, CLAIMED, RENEWED, RENEWED_WALL] = [0, 1, 2, 3] as const;

/** The source of the thread. Its parts are handed in here, where `require` is known. */
const SOURCE = `
const { parentPort: port, workerData: settings } = require('node:worker_threads');
const load = { http: () => require('node:http'), https: () => require('node:https') };
const check = (${String(leaseThread)})({ port, settings, load });
setInterval(check, settings.retryMs / 2);
`;

/** Runs the thread for as long as this process leads. */
export class LeaseKeeper implements SpareRenewals {
  readonly #options: LeaseKeeperOptions;
  readonly #shared = new SharedArrayBuffer(SLOTS.length * 8);
  readonly #slots = new BigInt64Array(this.#shared);
  readonly #identity: IdentitySource;
  #worker: Worker | undefined;
  #beating: NodeJS.Timeout | undefined;
  #sent = '';

  /** Throws when the thread could not reach the API server as `config` says. */
  constructor(options: LeaseKeeperOptions) {
    if (options.config.proxyUrl !== undefined)
      throw new Error('leaderElection.thread cannot use a proxy: leave the option out, or reach the server directly');
    this.#options = options;
    this.#identity = createIdentitySource(options.config);
  }

  claimed(ageMs: number): void {
    this.#start();
    Atomics.store(this.#slots, CLAIMED, process.hrtime.bigint() - BigInt(Math.ceil(ageMs * 1e6)));
    void this.#tellIdentity();
  }

  last(): SpareRenewal | undefined {
    const at = Atomics.load(this.#slots, RENEWED);
    if (at === 0n) return undefined;
    const wallMs = Number(Atomics.load(this.#slots, RENEWED_WALL));
    return { at, ageMs: Number(process.hrtime.bigint() - at) / 1e6, wallMs };
  }

  ended(): void {
    Atomics.store(this.#slots, CLAIMED, 0n);
    clearInterval(this.#beating);
    void this.#worker?.terminate();
    this.#worker = undefined;
  }

  #start(): void {
    if (this.#worker) return;
    const { config, namespace, id, log, identity, retryMs, validMs, requestTimeoutMs, hangLimitMs } = this.#options;
    const { origin, basePath } = parseServerAddress(config.server);
    const settings: LeaseThreadSettings = {
      shared: this.#shared,
      url: `${origin}${basePath}/apis/coordination.k8s.io/v1/namespaces/${encodeURIComponent(namespace)}/leases/${encodeURIComponent(id)}`,
      identity,
      retryMs,
      validMs,
      requestTimeoutMs,
      hungAfterMs: retryMs,
      hangLimitMs,
    };
    const beat = (): void => void Atomics.store(this.#slots, BEAT, process.hrtime.bigint());
    beat();
    this.#beating = setInterval(beat, retryMs / 4).unref();
    // Small heaps: a thread has its own, and needs next to nothing.
    const resourceLimits = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 32 };
    // Loaded late, as most operators begin without the lease.
    const threads = process.getBuiltinModule('node:worker_threads');
    const worker = new threads.Worker(SOURCE, { eval: true, workerData: settings, resourceLimits, execArgv: [] });
    worker.unref();
    worker.on('error', (error) => {
      log.error('the thread that renews the lease ended; the main thread renews it alone', { error, lease: id });
    });
    this.#worker = worker;
  }

  /** Credentials as they are now: good for longer than the main thread may hang. */
  async #tellIdentity(): Promise<void> {
    const { config, userAgent, log, id } = this.#options;
    try {
      const { headers, tls } = await this.#identity.current();
      const { ca, cert, key } = tls;
      const rejectUnauthorized = !config.insecureSkipTlsVerify;
      const told: LeaseThreadIdentity = {
        headers: { ...headers, 'user-agent': `${userAgent}/leader-election-thread` },
        tls: { ca, cert, key, servername: config.tlsServerName, rejectUnauthorized },
      };
      const text = JSON.stringify(told);
      if (text === this.#sent) return;
      this.#sent = text;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
      this.#worker?.postMessage(told);
    } catch (error) {
      log.debug('the thread that renews the lease could not get the credentials', { error, lease: id });
    }
  }
}
