/**
 * Stands between one manager and the API server. It ends TLS with a certificate of its own, so that it
 * can break connections as well as what is said on them.
 */
import { once } from 'node:events';
import { createServer, request as httpsRequest, Agent, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createCa, type CertificateAuthority } from '../../src/runtime/certificate/certificate-authority.js';

const dayMs = 86_400_000;

/** What is done to requests that arrive now. */
export interface Weather {
  /** Milliseconds before a request is passed on. */
  delayMs?: number;
  /** Answered with this status in place of passing on, for this share of requests. */
  status?: { code: number; retryAfterSeconds?: number; share: number };
  /** Bytes of a response after which the connection is cut. */
  truncateAfter?: number;
  /** Nothing is passed on in either direction, but nothing is closed: the other side seems asleep. */
  isFrozen?: boolean;
  /** New connections are closed at once. */
  isRefusing?: boolean;
  /** New watches begin with an error: the version they asked for is gone. */
  isExpired?: boolean;
}

export class FaultProxy implements AsyncDisposable {
  weather: Weather = {};
  #ca: CertificateAuthority = createCa({ commonName: 'fault proxy', validMs: dayMs });
  readonly #upstream: URL;
  readonly #agent: Agent;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #requests = 0;
  /** Responses under way, of which watches are the long ones. */
  readonly #streams = new Set<{ response: ServerResponse; source: IncomingMessage; isWatch: boolean }>();

  constructor(upstream: { server: string; ca?: string }) {
    this.#upstream = new URL(upstream.server);
    this.#agent = new Agent({ keepAlive: true, ca: upstream.ca, maxSockets: 200 });
    this.#server = createServer(this.#serving(), (incoming, response) => void this.#pass(incoming, response));
    this.#server.keepAliveTimeout = 100_000;
    this.#server.on('connection', (socket: Socket) => {
      if (this.weather.isRefusing) return socket.destroy();
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => this.#sockets.delete(socket));
      return undefined;
    });
    this.#server.on('tlsClientError', () => undefined);
  }

  /** PEM of the CA that clients must trust. */
  get ca(): string {
    return this.#ca.cert;
  }

  get url(): string {
    return `https://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Resets every connection. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** Ends running watches in the middle of a line. */
  truncateWatches(): void {
    for (const { response, isWatch } of this.#streams) {
      if (!isWatch) continue;
      response.write('{"type":"MODIFIED","object":{"kind":"Wid');
      response.destroy();
    }
  }

  /** Stops running watches from delivering, without closing them, until `resumeWatches`. */
  stallWatches(): void {
    for (const { source, isWatch } of this.#streams) if (isWatch) source.pause();
  }

  resumeWatches(): void {
    for (const { source, isWatch } of this.#streams) if (isWatch) source.resume();
  }

  /** Serves with a certificate of a new CA from now on. */
  rotateCa(ca: CertificateAuthority): void {
    this.#ca = ca;
    this.#server.setSecureContext(this.#serving());
    this.cut();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent.destroy();
    this.#server.closeAllConnections();
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serving(): { cert: string; key: string } {
    const names = { dnsNames: ['localhost'], ipAddresses: ['127.0.0.1'] };
    return this.#ca.issue({ commonName: 'fault proxy', ...names, usages: ['server'], validMs: dayMs });
  }

  async #pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    incoming.on('error', () => undefined);
    response.on('error', () => undefined);
    const { delayMs = 0, status, isExpired } = this.weather;
    await this.#thaw();
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (response.destroyed) return;
    const isWatch = /[?&]watch=(1|true)/.test(incoming.url ?? '');
    if (status && this.#requests++ % 10 < status.share * 10) return this.#refuse(response, status);
    if (isWatch && isExpired) return this.#expire(response);
    this.#forward(incoming, response, isWatch);
  }

  #forward(incoming: IncomingMessage, response: ServerResponse, isWatch: boolean): void {
    const { hostname: host, port } = this.#upstream;
    const { method, url: path, headers } = incoming;
    const outgoing = httpsRequest({
      host,
      port,
      method,
      path,
      headers: { ...headers, host: `${host}:${port}` },
      agent: this.#agent,
    });
    outgoing.on('error', () => response.destroy());
    response.once('close', () => outgoing.destroy());
    outgoing.once('response', (source) => {
      const stream = { response, source, isWatch };
      this.#streams.add(stream);
      response.once('close', () => {
        this.#streams.delete(stream);
        source.destroy();
      });
      source.on('error', () => response.destroy());
      source.once('aborted', () => response.destroy());
      response.writeHead(source.statusCode ?? 502, source.headers);
      this.#pump(source, response);
    });
    incoming.pipe(outgoing);
  }

  #pump(source: IncomingMessage, response: ServerResponse): void {
    let sent = 0;
    source.on('data', (chunk: Buffer) => {
      const { truncateAfter } = this.weather;
      if (truncateAfter !== undefined && sent + chunk.length > truncateAfter) {
        response.write(chunk.subarray(0, Math.max(0, truncateAfter - sent)));
        response.destroy();
        return;
      }
      sent += chunk.length;
      if (this.weather.isFrozen) {
        source.pause();
        void this.#thaw().then(() => source.resume());
      }
      response.write(chunk);
    });
    source.once('end', () => response.end());
  }

  async #thaw(): Promise<void> {
    while (this.weather.isFrozen) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  #refuse(response: ServerResponse, { code, retryAfterSeconds }: NonNullable<Weather['status']>): void {
    const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    const status = { apiVersion: 'v1', kind: 'Status', status: 'Failure', code, message: 'injected' };
    response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(status));
  }

  #expire(response: ServerResponse): void {
    const status = { kind: 'Status', status: 'Failure', code: 410, reason: 'Expired', message: 'injected: too old' };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`${JSON.stringify({ type: 'ERROR', object: status })}\n`);
  }
}
