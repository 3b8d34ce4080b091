/** Small HTTP servers with the limits that all servers of a manager have. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { CertificatePair } from '../../certificate/certificate-authority.js';
import { secureOptions, type TlsSettings } from '../../certificate/tls-settings.js';
import { limitConnections } from '../connection-limit.js';
import { linkAbort } from '../linked-abort.js';
import type { RunContext, Runnable } from '../runnable.js';
import type { CertificateProvider } from '../webhook/certificates/certificate-provider.js';
import { type BindAddress, parseBindAddress } from './bind-address.js';

/** Answers a request. What it throws becomes a 500 without details. */
export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Decides who may ask: undefined lets a request in, anything else is the answer. */
export type RequestGuard = (
  request: IncomingMessage,
) => Promise<{ readonly status: number; readonly message: string } | undefined>;

/** A server to run. */
export interface HttpListenerOptions {
  /** For messages. */
  readonly name: string;
  readonly bind: string;
  readonly listener: RequestListener;
  /** Speaks TLS with these; plain HTTP without. */
  readonly certificates?: CertificateProvider | undefined;
  /** Versions and ciphers of TLS. */
  readonly tls?: TlsSettings | undefined;
  /** Asked before every request, whatever its path. */
  readonly guard?: RequestGuard | undefined;
}

/** Larger than the 90 s for which callers keep idle connections, or they would meet closed ones. */
const KEEP_ALIVE_MS = 95_000;
const HEADERS_MS = 5_000;
const REQUEST_MS = 10_000;
/** How often Node looks for requests that take longer; 30 s by default. */
const CHECK_MS = 1_000;
const MAX_HEADER_BYTES = 16 * 1_024;
const MOST_CONNECTIONS = 256;

/** Serves until it is stopped; then finishes what is open. */
export class HttpListener implements Runnable {
  readonly group = 'server';
  readonly #options: HttpListenerOptions;
  readonly #address: BindAddress;
  readonly #listening: Promise<void>;
  #markListening: () => void = () => undefined;
  #markFailed: (error: unknown) => void = () => undefined;
  #server: Server | SecureServer | undefined;

  constructor(options: HttpListenerOptions) {
    const address = parseBindAddress(options.bind);
    if (!address) throw new Error(`the ${options.name} server has no address to listen on`);
    this.#options = options;
    this.#address = address;
    this.#listening = new Promise((resolve, reject) => {
      this.#markListening = resolve;
      this.#markFailed = reject;
    });
    this.#listening.catch(() => undefined);
  }

  /** The port it listens on, once it does. */
  get port(): number {
    const bound = this.#server?.address() as AddressInfo | null | undefined;
    return bound?.port ?? this.#address.port;
  }

  ready(): Promise<void> {
    return this.#listening;
  }

  async run(context: RunContext): Promise<void> {
    const { certificates, name, bind } = this.#options;
    try {
      if (certificates) await this.#runSecure(certificates, context);
      else await this.#serve((await import('node:http')).createServer(LIMITS), context);
    } catch (cause) {
      const error = new Error(`the ${name} server cannot listen on ${bind}: ${messageOf(cause)}`, { cause });
      this.#markFailed(error);
      throw error;
    }
  }

  async #runSecure(certificates: CertificateProvider, context: RunContext): Promise<void> {
    const { createServer } = await import('node:https');
    let server: SecureServer | undefined;
    let serving: Promise<void> | undefined;
    // A server that cannot listen must end the provider, which would run for ever.
    using ended = linkAbort([context.signal]);
    const onChange = (pair: CertificatePair): void => {
      const secrets = { cert: pair.cert, key: pair.key, ...secureOptions(this.#options.tls) };
      if (server) return server.setSecureContext(secrets);
      server = createServer({ ...LIMITS, ...secrets, handshakeTimeout: HEADERS_MS, ALPNProtocols: ['http/1.1'] });
      serving = this.#serve(server, context);
      serving.catch((error: unknown) => ended.abort(error));
    };
    await certificates.run({ ...context, signal: ended.signal }, onChange);
    await serving;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { guard, listener } = this.#options;
    const refusal = await guard?.(request);
    if (!refusal) return listener(request, response);
    response.writeHead(refusal.status, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(`${refusal.message}\n`);
  }

  async #serve(server: Server | SecureServer, { signal, cutoff, log }: RunContext): Promise<void> {
    this.#server = server;
    limitConnections(server, MOST_CONNECTIONS);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      // A connection that is kept open after its last answer would delay the stop.
      response.once('close', () => signal.aborted && setImmediate(() => server.closeIdleConnections()));
      this.#answer(request, response).catch((error: unknown) => {
        log.error('request failed', { server: this.#options.name, path: request.url, error });
        if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' });
        response.end('internal error\n');
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.#address, resolve);
    });
    this.#markListening();
    log.info('serving', { server: this.#options.name, bind: this.#options.bind, port: this.port });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.once('close', () => resolve());
      const cut = (): void => server.closeAllConnections();
      const stop = (): void => {
        server.close();
        server.closeIdleConnections();
        if (cutoff.aborted) cut();
        else cutoff.addEventListener('abort', cut, { once: true });
      };
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
  }
}

const LIMITS = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  headersTimeout: HEADERS_MS,
  requestTimeout: REQUEST_MS,
  connectionsCheckingInterval: CHECK_MS,
  maxHeaderSize: MAX_HEADER_BYTES,
};

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
