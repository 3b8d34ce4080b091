/** The HTTPS server that the API server calls for admission and conversion. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { CertificatePair } from '../../../certificate/certificate-authority.js';
import { secureOptions, type TlsSettings } from '../../../certificate/tls-settings.js';
import { limitConnections } from '../../connection-limit.js';
import type { Logger } from '../../log/logger.js';
import type { GVK } from '../../object/kind.js';
import type { RunContext, Runnable } from '../../runnable.js';
import { spanKind, withSpan, type Tracer } from '../../tracing/tracer.js';
import { AdmissionHook } from '../admission/admission-hook.js';
import type { CertificateProvider } from '../certificates/certificate-provider.js';
import { send, serveCall } from './call.js';
import { callLimits, type CallLimitOptions, type CallLimits } from './call-limits.js';
import type { SchemaSource } from '../recall/published-schemas.js';
import { ConversionHook } from '../conversion/conversion-hook.js';
import type { ConvertObject } from '../conversion/converter.js';
import { Drain, type StopOptions, type StopTimes, stopTimes } from './drain.js';
import type { Hook, WebhookMetrics } from './hook.js';
import { callerSettings, checkClientCa } from './caller-authority.js';
import { checkHookPath, conversionPath } from './hook-path.js';
import type { WebhookRegistrar } from '../registrar.js';
import { dialOwnServer } from '../certificates/self-check.js';

/** A connection with TLS takes some 60 kB. */
const MOST_CONNECTIONS = 1_024;
const MAX_HEADER_BYTES = 16 * 1_024;

/** How a webhook server listens and what it tolerates. */
export interface WebhookServerOptions extends CallLimitOptions, StopOptions {
  /** All interfaces unless given. */
  readonly host?: string | undefined;
  /** 9443 unless given; 0 takes any free port. */
  readonly port?: number | undefined;
  /** Without it the server speaks plain HTTP, which is for tests: `host` must then be a loopback address. */
  readonly certificates?: CertificateProvider | undefined;
  /** PEM of the CA that callers' certificates must come from; without it callers need none. */
  readonly clientCa?: string | undefined;
  /** Versions and ciphers. */
  readonly tls?: TlsSettings | undefined;
  /** Schemas that what annotations remember is checked against; see `lossless`. Without them none of it is restored. */
  readonly schemas?: SchemaSource | undefined;
  readonly metrics?: WebhookMetrics | undefined;
  /** Makes a span of every call. */
  readonly tracer?: Tracer | undefined;
}

/**
 * Serves hooks. Opens no port when there are none.
 * @example
 * ```ts
 * const server = new WebhookServer({ host: '127.0.0.1', port: 0 });
 * server.registerConversion(Guestbook.gvk, (object) => object);
 * void server.run({ signal, cutoff: signal, log: silentLogger });
 * await server.ready();
 * console.log(typeof server.port); // number
 * ```
 */
export class WebhookServer implements Runnable, WebhookRegistrar {
  readonly group = 'server';
  readonly #options: WebhookServerOptions;
  readonly #limits: CallLimits;
  readonly #stopTimes: StopTimes;
  readonly #hooks = new Map<string, Hook>();
  readonly #listening: Promise<void>;
  #markListening: () => void = () => undefined;
  #markFailed: (error: unknown) => void = () => undefined;
  #server: Server | HttpsServer | undefined;
  readonly #running = new Set<ServerResponse>();
  /** Connections whose call is not answered yet. */
  readonly #calling = new WeakSet<Socket>();
  #drain: Drain | undefined;
  #isDraining = false;

  constructor(options: WebhookServerOptions = {}) {
    const { host = '', certificates } = options;
    if (!certificates && !['127.0.0.1', '::1', 'localhost'].includes(host))
      throw new Error('a webhook server without certificates may only listen on 127.0.0.1: give it `certificates`');
    if (options.clientCa !== undefined) checkClientCa(options.clientCa);
    this.#options = options;
    this.#limits = callLimits(options);
    this.#stopTimes = stopTimes(options);
    this.#listening = new Promise((resolve, reject) => {
      this.#markListening = resolve;
      this.#markFailed = reject;
    });
    this.#listening.catch(() => undefined);
  }

  /** Paths that have a hook. */
  get hooks(): readonly string[] {
    return [...this.#hooks.keys()];
  }

  /** The port it listens on, once it does. */
  get port(): number {
    const address = this.#server?.address() as AddressInfo | null | undefined;
    return address?.port ?? this.#options.port ?? 9443;
  }

  register(path: string, hook: Hook): void {
    checkHookPath(path);
    const known = this.#hooks.get(path);
    if (!known) this.#options.metrics?.served?.(path);
    if (known && !(known instanceof AdmissionHook && hook instanceof AdmissionHook))
      throw new Error(`the webhook path ${path} is already served: give one of them a path`);
    this.#hooks.set(path, known && hook instanceof AdmissionHook ? known.joined(hook, path) : hook);
  }

  registerConversion(kind: Pick<GVK, 'group' | 'kind'>, convert: ConvertObject): void {
    const hook = this.#hooks.get(conversionPath) ?? new ConversionHook(this.#options.schemas);
    if (!(hook instanceof ConversionHook)) throw new Error(`${conversionPath} is served by something else`);
    hook.add(kind, convert);
    if (!this.#hooks.has(conversionPath)) this.#options.metrics?.served?.(conversionPath);
    this.#hooks.set(conversionPath, hook);
  }

  /** Resolves when calls can come. */
  async ready(): Promise<void> {
    if (this.#hooks.size > 0) await this.#listening;
  }

  /** Rejects unless the server answers a connection from this machine; fine when there is nothing to serve. */
  async check(signal?: AbortSignal): Promise<void> {
    if (this.#hooks.size === 0) return;
    if (!this.#server?.listening) throw new Error('the webhook server is not listening yet');
    await dialOwnServer(this.port, { host: this.#options.host, isTls: Boolean(this.#options.certificates), signal });
  }

  async run({ signal, cutoff, log }: RunContext): Promise<void> {
    if (this.#hooks.size === 0) return;
    // Ends the provider when the server itself fails, and the server when the provider does.
    const failed = new AbortController();
    const ended = AbortSignal.any([signal, failed.signal]);
    try {
      await Promise.all([this.#serve({ signal: ended, cutoff, log }), this.#provide({ signal: ended, cutoff, log })]);
    } catch (error) {
      this.#markFailed(error);
      failed.abort(error);
      this.#server?.closeAllConnections();
      throw error;
    }
  }

  /** Waits for certificates, and opens the port with the first. */
  async #provide(context: RunContext): Promise<void> {
    const { certificates } = this.#options;
    // Both are loaded late: an operator is up before it serves.
    const [http, https] = await Promise.all([import('node:http'), import('node:https')]);
    if (!certificates) return this.#listen(http.createServer(this.#timeouts()));
    let opening: Promise<void> | undefined;
    await certificates.run(context, (pair) => {
      if (this.#server && 'setSecureContext' in this.#server) this.#server.setSecureContext(this.#secureContext(pair));
      else opening ??= this.#listen(https.createServer({ ...this.#timeouts(), ...this.#secureContext(pair) }));
      opening?.catch((error: unknown) => this.#markFailed(error));
      context.log.info('serving with a new certificate');
    });
    await opening;
  }

  async #serve({ signal, cutoff, log }: RunContext): Promise<void> {
    await Promise.race([this.#listening, aborted(signal)]);
    const server = this.#server;
    if (!server?.listening) return;
    log.info('webhook server is listening', { port: this.port, paths: this.hooks });
    server.on('request', (request, response) => void this.#answer(request, response, log));
    await aborted(signal);
    this.#isDraining = true;
    for (const response of this.#running) response.shouldKeepAlive = false;
    await this.#drain?.stop({ ...this.#stopTimes, cutoff });
  }

  async #listen(server: Server | HttpsServer): Promise<void> {
    const { host, port = 9443 } = this.#options;
    this.#server = server;
    this.#drain = new Drain(server, () => this.#running.size > 0);
    limitConnections(server, MOST_CONNECTIONS);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port }, () => {
        server.off('error', reject);
        resolve();
      });
    });
    this.#markListening();
  }

  #timeouts(): object {
    const { requestTimeoutMs: requestTimeout } = this.#limits;
    return {
      // The API server reuses idle connections for 90 s; closing earlier makes some of its calls fail.
      keepAliveTimeout: 100_000,
      headersTimeout: requestTimeout,
      requestTimeout,
      connectionsCheckingInterval: Math.min(5_000, requestTimeout / 2),
      maxHeaderSize: MAX_HEADER_BYTES,
    };
  }

  #secureContext({ cert, key }: CertificatePair): object {
    const callers = callerSettings(this.#options.clientCa);
    const secure = secureOptions(this.#options.tls);
    return { cert, key, ...secure, handshakeTimeout: 10_000, ALPNProtocols: ['http/1.1'], ...callers };
  }

  async #answer(request: IncomingMessage, response: ServerResponse, log: Logger): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    const hook = this.#hooks.get(path);
    if (this.#isDraining) response.shouldKeepAlive = false;
    if (!hook || request.method !== 'POST') {
      response.shouldKeepAlive = false;
      send(response, { status: hook ? 405 : 404 });
      return;
    }
    // Go never sends a call before the last one is answered; others could queue calls without end on one connection.
    if (this.#calling.has(request.socket)) {
      response.shouldKeepAlive = false;
      send(response, { status: 503, retryAfterSeconds: 1 });
      return;
    }
    this.#calling.add(request.socket);
    response.once('close', () => this.#calling.delete(request.socket));
    const { metrics, tracer } = this.#options;
    const start = performance.now();
    metrics?.started(path);
    const callLog = log.with({ webhook: path });
    this.#running.add(response);
    const span = { name: `webhook ${path}`, kind: spanKind.server, attributes: { 'url.path': path } };
    const reply = await withSpan(tracer, span, () =>
      serveCall(hook, { request, response, log: callLog, limits: this.#limits }),
    );
    // A response is running until its last byte has left.
    if (response.writableFinished || response.destroyed) this.#running.delete(response);
    else response.once('close', () => this.#running.delete(response));
    if (reply?.panicked) metrics?.panicked(path, hook.type);
    // 499: the caller closed the connection before there was an answer.
    metrics?.finished(path, reply?.status ?? 499, (performance.now() - start) / 1000);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
