/** The transport that operators use: keep-alive connections, fresh credentials, and client-go's rules for trying again. */
import { orAborted } from '../linked-abort.js';
import { type AgentFactory, Agents, defaultStallTimeoutMs } from './agents.js';
import type { ClusterConfig } from './cluster-config.js';
import { ConnectionError, isTrustFailure } from './connection-error.js';
import { credentialProblem } from './credential-problem.js';
import { delay } from './delay.js';
import { exchange } from './exchange.js';
import { httpResponse } from './http-response.js';
import { createIdentitySource, type Identity, type IdentitySource } from './identity.js';
import { proxyAgent } from './proxy-agent.js';
import { parseServerAddress, type ServerAddress } from './server-address.js';
import type { Transport, TransportObserver, TransportRequest, TransportResponse } from './transport.js';

/** How a transport behaves. */
export interface TransportOptions {
  /** `User-Agent` of every request. */
  readonly userAgent?: string;
  readonly observer?: TransportObserver;
  /** How often a request is sent again when the server asks to wait; 10 by default, as in client-go. */
  readonly maxRetries?: number;
  /** After how long without a byte the body of a call counts as cut; 55 s by default. */
  readonly stallTimeoutMs?: number;
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
  readonly #agents: Agents;
  readonly #baseHeaders: Readonly<Record<string, string>>;

  constructor(config: ClusterConfig, options: TransportOptions) {
    this.#address = parseServerAddress(config.server);
    this.server = this.#address.origin;
    this.#options = options;
    this.#identity = createIdentitySource(config);
    const { stallTimeoutMs = defaultStallTimeoutMs } = options;
    this.#agents = new Agents(config, stallTimeoutMs, agentFactory(config));
    this.#baseHeaders = {
      accept: 'application/json',
      'user-agent': options.userAgent ?? `kbts (${process.platform}/${process.arch})`,
      ...(config.disableCompression ? {} : { 'accept-encoding': 'gzip' }),
    };
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
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
      await delay(waitMs, request.signal);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#agents.destroy();
  }

  /** A connection failure is a value here, as the caller decides on it; everything else is thrown. */
  async #attempt(request: TransportRequest): Promise<TransportResponse | ConnectionError> {
    const current = this.#identity.current();
    // A plug-in or a login may take long; whoever gave up must not wait for it.
    const identity = current instanceof Promise ? await orAborted(current, request.signal) : current;
    const started = performance.now();
    try {
      const message = await exchange(request, this.#target(request, identity));
      this.#report(request, started, String(message.statusCode));
      const response = httpResponse(message, {
        server: this.server,
        signal: request.signal,
        onEnd: (bytes) =>
          this.#options.observer?.responseBytes?.({ method: request.method, host: this.#address.host, bytes }),
      });
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

  #target(request: TransportRequest, identity: Identity) {
    const agents = this.#agents.for(identity.tls);
    return {
      address: this.#address,
      agent: request.idleTimeoutMs === undefined ? agents.calls : agents.streams,
      headers: { ...this.#baseHeaders, ...identity.headers },
    };
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

function agentFactory({ server, proxyUrl }: ClusterConfig): AgentFactory | undefined {
  return proxyUrl === undefined ? undefined : proxyAgent(server, proxyUrl);
}

/** Only reads are sent again after a lost connection: a write may have landed. */
function canResend(request: TransportRequest, error: ConnectionError): boolean {
  return request.method === 'GET' && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

/** How long the server asks to wait, on 429 and 5xx; undefined when the response is final. */
function retryAfterMs(response: TransportResponse): number | undefined {
  if (response.status !== 429 && response.status < 500) return undefined;
  const seconds = Number.parseInt(response.headers['retry-after'] ?? '', 10);
  return Number.isNaN(seconds) || seconds < 0 ? undefined : seconds * 1000;
}

/** Reads what is left so that the connection can be used again. */
async function discard(response: TransportResponse): Promise<void> {
  await response.text().catch(() => response.destroy());
}
