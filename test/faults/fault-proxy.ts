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
  /** Only responses to this method are cut. */
  truncateMethod?: string;
  /** Nothing is passed on in either direction, but nothing is closed: the other side seems asleep. */
  isFrozen?: boolean;
  /** New connections are closed at once. */
  isRefusing?: boolean;
  /** The server seems to be one that cannot stream lists. */
  isOld?: boolean;
}

interface Stream {
  readonly method: string | undefined;
  readonly response: ServerResponse;
  readonly source: IncomingMessage;
  readonly isWatch: boolean;
}

export class FaultProxy implements AsyncDisposable {
  weather: Weather = {};
  #ca: CertificateAuthority = createCa({ commonName: 'fault proxy', validMs: dayMs });
  readonly #upstream: URL;
  readonly #agent: Agent;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** The same connections as requests see them. */
  readonly #secured = new Set<Socket>();
  /** Connections whose other end has vanished without a word. */
  readonly #dead = new WeakSet<Socket>();
  #requests = 0;
  /** Responses under way, of which watches are the long ones. */
  readonly #streams = new Set<Stream>();
  /** What the API server itself said, not this proxy: versions that were compacted away, tokens that were refused. */
  readonly seen = { gone: 0, unauthorized: 0 };
  /** How often the lease was read, since somebody set this to 0. */
  leaseReads = 0;

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
    this.#server.on('secureConnection', (socket: Socket) => {
      this.#secured.add(socket);
      socket.once('close', () => this.#secured.delete(socket));
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

  /** Nothing is said on any connection any more, for good, but none is closed. New ones work. */
  vanish(): void {
    for (const { response, source } of this.#streams) {
      if (response.socket) this.#dead.add(response.socket);
      source.destroy();
    }
    for (const socket of this.#secured) this.#dead.add(socket);
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
    const { delayMs = 0, status } = this.weather;
    await this.#thaw();
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    if (response.destroyed || this.#dead.has(incoming.socket)) return;
    const isWatch = /[?&]watch=(1|true)/.test(incoming.url ?? '');
    if (status && this.#requests++ % 10 < status.share * 10) return this.#refuse(response, status);
    if (this.weather.isOld && incoming.url?.includes('sendInitialEvents=true'))
      return this.#refuse(response, { code: 422, share: 1 });
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
    const end = (): void => {
      if (!this.#dead.has(incoming.socket)) response.destroy();
    };
    outgoing.on('error', end);
    response.once('close', () => outgoing.destroy());
    outgoing.once('response', (source) => {
      source.on('error', end);
      if (this.#dead.has(incoming.socket)) return void source.destroy();
      if (method === 'GET' && path?.includes('/leases/')) this.leaseReads++;
      if (source.statusCode === 410) this.seen.gone++;
      if (source.statusCode === 401) this.seen.unauthorized++;
      const stream = { method, response, source, isWatch };
      this.#streams.add(stream);
      response.once('close', () => {
        this.#streams.delete(stream);
        source.destroy();
      });
      source.once('aborted', end);
      response.writeHead(source.statusCode ?? 502, source.headers);
      this.#pump(stream);
    });
    incoming.pipe(outgoing);
  }

  #pump({ method, source, response, isWatch }: Stream): void {
    let sent = 0;
    source.on('data', (chunk: Buffer) => {
      if (response.socket && this.#dead.has(response.socket)) return;
      if (isWatch && isGone(chunk)) this.seen.gone++;
      const { truncateAfter, truncateMethod = method } = this.weather;
      if (truncateAfter !== undefined && truncateMethod === method && sent + chunk.length > truncateAfter) {
        response.write(chunk.subarray(0, Math.max(0, truncateAfter - sent)));
        response.destroy();
        return;
      }
      sent += chunk.length;
      if (!this.weather.isFrozen) return void response.write(chunk);
      source.pause();
      void this.#thaw().then(() => {
        response.write(chunk);
        source.resume();
      });
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
}

/** Whether the API server ends a watch because its version was compacted away. */
function isGone(chunk: Buffer): boolean {
  return chunk.includes('"type":"ERROR"') && chunk.includes('"code":410');
}
