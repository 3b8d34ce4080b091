/** The transport that operators use: keep-alive connections, fresh credentials, and client-go's rules for trying again. */
import { orAborted } from '../../linked-abort.js';
import type { ClusterConfig } from '../config/cluster-config.js';
import { ConnectionError, isTrustFailure } from './connection-error.js';
import { Connections, defaultProbeMs, defaultStallTimeoutMs } from './connections.js';
import { credentialProblem } from '../credentials/credential-problem.js';
import { delay } from './delay.js';
import { type Answer, exchange, type ExchangeTarget } from './exchange.js';
import type { ConnectionPool } from '../http1/connection-pool.js';
import type { RequestHeaders } from '../http1/request-bytes.js';
import { LONGEST_WAIT_SECONDS } from '../requests/retry-after.js';
import { createIdentitySource, type Identity, type IdentitySource } from '../credentials/identity.js';
import type { WaitTime } from '../../object/wait-time.js';
import type { ProbeResult } from './stream-probe.js';
import { checkRetries, checkTimes, timerMs } from './transport-numbers.js';
import { parseServerAddress, type ServerAddress } from './server-address.js';
import type { Transport, TransportObserver, TransportRequest, TransportResponse } from './transport.js';

/** How a transport behaves. */
export interface TransportOptions {
  /** `User-Agent` of every request. */
  readonly userAgent?: string | undefined;
  readonly observer?: TransportObserver | undefined;
  /** How often a request is sent again when the server asks to wait; 10 by default, as in client-go. */
  readonly maxRetries?: number | undefined;
  /** After how long without a byte the body of a call counts as cut; `55s` by default. */
  readonly stallTimeout?: WaitTime | undefined;
  /**
   * After how long without a byte the connection of a watch is checked with a request for `/version`; `15s` by default. A watch that no longer delivers is noticed within 15 s more, and within 75 s in any case.
   */
  readonly watchProbe?: WaitTime | 'never' | undefined;
}

/**
 * Opens nothing yet: connections are made when requests need them.
 * @example
 * ```ts
 * await using connection = createTransport(config, { userAgent: 'my-operator/1.0' });
 * const response = await connection.request({ method: 'GET', path: '/version' });
 * console.log(response.status, typeof (await response.text())); // 200 string
 * ```
 */
export function createTransport(config: ClusterConfig, options: TransportOptions = {}): Transport {
  return new HttpTransport(config, options);
}

class HttpTransport implements Transport {
  readonly server: string;
  readonly #address: ServerAddress;
  readonly #options: TransportOptions;
  readonly #identity: IdentitySource;
  readonly #connections: Connections;
  readonly #baseHeaders: Readonly<Record<string, string>>;
  #headers: { readonly identity: Identity; readonly merged: RequestHeaders } | undefined;

  constructor(config: ClusterConfig, options: TransportOptions) {
    this.#address = parseServerAddress(config.server);
    this.server = this.#address.origin;
    this.#options = options;
    this.#identity = createIdentitySource(config);
    checkRetries(options.maxRetries);
    const { stallTimeout, watchProbe } = options;
    const stallMs = timerMs('stallTimeout', stallTimeout) ?? defaultStallTimeoutMs;
    const probeMs = watchProbe === 'never' ? 0 : (timerMs('watchProbe', watchProbe) ?? defaultProbeMs);
    this.#connections = new Connections(config, this.#address, { stallMs, probeMs }, (pool, timeoutMs) =>
      this.#ask(pool, timeoutMs),
    );
    this.#baseHeaders = {
      accept: 'application/json',
      'user-agent': options.userAgent ?? `kbts (${process.platform}/${process.arch})`,
      ...(config.disableCompression ? {} : { 'accept-encoding': 'gzip' }),
    };
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    checkTimes(request);
    const { maxRetries = 10 } = this.#options;
    let hasRefreshed = false;
    for (let attempt = 0; ; attempt++) {
      const outcome = await this.#attempt(request);
      if (outcome instanceof ConnectionError) {
        if (isTrustFailure(outcome) && !hasRefreshed && this.#identity.invalidate()) {
          hasRefreshed = true;
          continue;
        }
        if (attempt >= maxRetries || !canResend(request, outcome)) throw outcome;
        this.#retrying(request, outcome.code);
        // The first loss is usually a kept connection that the server has just closed.
        await delay(attempt === 0 ? 0 : 1000, request.signal);
        continue;
      }
      if (outcome.status === 401 && !hasRefreshed && this.#identity.invalidate()) {
        hasRefreshed = true;
        await discard(outcome);
        continue;
      }
      const waitMs = retryAfterMs(outcome);
      if (waitMs === undefined || attempt >= maxRetries) return outcome;
      await discard(outcome);
      this.#retrying(request, String(outcome.status));
      // Those who were refused together must not come back together.
      await delay(waitMs * (1 + Math.random() / 2), request.signal);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connections.destroy();
  }

  /** A connection failure is a value here, as the caller decides on it; everything else is thrown. */
  async #attempt(request: TransportRequest): Promise<TransportResponse | ConnectionError> {
    const current = this.#identity.current();
    // A plug-in or a login may take long; whoever gave up must not wait for it.
    const identity = current instanceof Promise ? await orAborted(current, request.signal) : current;
    const started = performance.now();
    try {
      const answer = await exchange(request, this.#target(request, identity));
      this.#report(request, started, String(answer.head.status));
      const response = this.#response(request, answer);
      for (const text of response.warnings) {
        this.#options.observer?.warning?.({ text, method: request.method, path: request.path });
      }
      if (response.status !== 401) return response;
      return { ...response, hint: credentialProblem(identity) };
    } catch (error) {
      this.#report(request, started, '<error>');
      if (error instanceof ConnectionError) return error;
      throw error;
    }
  }

  #response({ method }: TransportRequest, { head, body }: Answer): TransportResponse {
    return {
      status: head.status,
      headers: head.headers,
      warnings: warningsOf(head.headers['warning']),
      get body() {
        return body.chunks();
      },
      text: async () => {
        const bytes = await body.whole();
        this.#options.observer?.responseBytes?.({ method, host: this.#address.host, bytes: bytes.length });
        return bytes.toString('utf8');
      },
      destroy: () => body.destroy(),
    };
  }

  #target(request: TransportRequest, identity: Identity): ExchangeTarget {
    const { calls, streams, probe } = this.#connections.for(identity.tls);
    const isStream = request.idleTimeoutMs !== undefined;
    return {
      address: this.#address,
      pool: isStream ? streams : calls,
      headers: this.#headersOf(identity),
      onAnswer: () => isStream && probe.start(),
      // The connections that are still idle are as old, and the next request would be lost on one of them.
      onTimeout: () => {
        calls.dropIdle();
        streams.dropIdle();
        void probe.check();
      },
      // Often because it was silent for too long.
      onGivenUp: () => {
        if (isStream) streams.dropIdle();
      },
    };
  }

  /** Any answer will do, a refusal too. */
  async #ask(pool: ConnectionPool, timeoutMs: number): Promise<ProbeResult> {
    try {
      const headers = this.#headersOf(await this.#identity.current());
      const request = { method: 'GET', path: '/version', timeoutMs } as const;
      const { body } = await exchange(request, { address: this.#address, pool, headers });
      await body.whole();
      return 'answered';
    } catch (error) {
      return error instanceof ConnectionError && error.code === 'TIMEOUT' ? 'silent' : 'unknown';
    }
  }

  /** Made once for as long as nothing changes. */
  #headersOf(identity: Identity): RequestHeaders {
    if (this.#headers?.identity !== identity) {
      this.#headers = { identity, merged: { ...this.#baseHeaders, ...identity.headers } };
    }
    return this.#headers.merged;
  }

  #report(request: TransportRequest, started: number, code: string): void {
    this.#options.observer?.exchange?.({
      method: request.method,
      host: this.#address.host,
      code,
      durationMs: performance.now() - started,
      requestBytes: request.body?.length ?? 0,
      isStream: request.idleTimeoutMs !== undefined,
    });
  }

  #retrying(request: TransportRequest, code: string): void {
    this.#options.observer?.retry?.({ method: request.method, host: this.#address.host, code });
  }
}

/** Only reads are sent again after a lost connection: a write may have landed. */
function canResend(request: TransportRequest, error: ConnectionError): boolean {
  return request.method === 'GET' && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

/** How long the server asks to wait, on 429 and 5xx; undefined when the response is final. */
function retryAfterMs(response: TransportResponse): number | undefined {
  if (response.status !== 429 && response.status < 500) return undefined;
  const seconds = Number.parseInt(response.headers['retry-after'] ?? '', 10);
  return Number.isNaN(seconds) || seconds < 0 ? undefined : Math.min(seconds, LONGEST_WAIT_SECONDS) * 1000;
}

/** Reads what is left so that the connection can be used again. */
async function discard(response: TransportResponse): Promise<void> {
  await response.text().catch(() => response.destroy());
}

/** The messages of `Warning: 299 - "text"` headers; quoted pairs are unescaped. */
function warningsOf(header: string | undefined): readonly string[] {
  if (header === undefined) return none;
  const found: string[] = [];
  for (const match of header.matchAll(/299\s+\S+\s+"((?:[^"\\]|\\.)*)"/g)) {
    // Headers are read byte by byte; the API server writes UTF-8.
    const text = Buffer.from(match[1] ?? '', 'latin1').toString('utf8');
    found.push(text.replace(/\\(.)/g, '$1'));
  }
  return found;
}

const none: readonly string[] = [];
