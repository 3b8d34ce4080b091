/**
 * Stands between one manager and the API server. It ends TLS with a certificate of its own, so that it
 * can break connections as well as what is said on them.
 */
import { once } from 'node:events';
import { createServer, request as httpsRequest, Agent, type Server } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { PassThrough, type Readable } from 'node:stream';
import { createCa, type CertificateAuthority } from '../../src/certificate/certificate-authority.js';
import type { SharingCounter } from './overlap/overlaps.js';
import { WeatherLayers, type StatusWeather, type Weather } from './overlap/weather.js';

const dayMs = 86_400_000;

interface Stream {
  readonly method: string | undefined;
  readonly response: ServerResponse;
  readonly source: IncomingMessage;
  readonly isWatch: boolean;
  /** Faults that keep this stream from delivering. */
  readonly stalls: Set<object>;
}

const pollMs = 10;

export class FaultProxy implements AsyncDisposable {
  /** What the faults that are in force do to requests. */
  readonly layers: WeatherLayers;
  #ca: CertificateAuthority = createCa({ commonName: 'fault proxy', validMs: dayMs });
  readonly #counter: SharingCounter | undefined;
  readonly #upstream: URL;
  readonly #agent: Agent;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** The same connections as requests see them. */
  readonly #secured = new Set<Socket>();
  /** Connections whose other end has vanished without a word. */
  readonly #dead = new WeakSet<Socket>();
  /** Responses under way, of which watches are the long ones. */
  readonly #streams = new Set<Stream>();
  /** What the API server itself said, not this proxy: versions that were compacted away, tokens that were refused. */
  readonly seen = { gone: 0, unauthorized: 0 };
  /** Lists that were asked for, streamed ones included, and watches that continue from a version. */
  readonly asked = { lists: 0, watches: 0 };
  /** How often the lease was read since this was last set to 0. */
  leaseReads = 0;
  /** Requests that were passed on to the API server. */
  passed = 0;

  constructor(upstream: { server: string; ca?: string }, counter?: SharingCounter) {
    this.layers = new WeatherLayers(counter);
    this.#counter = counter;
    this.#upstream = new URL(upstream.server);
    this.#agent = new Agent({ keepAlive: true, ca: upstream.ca, maxSockets: 200 });
    this.#server = createServer(this.#serving(), (incoming, response) => void this.#pass(incoming, response));
    this.#server.keepAliveTimeout = 100_000;
    this.#server.on('connection', (socket: Socket) => {
      if (this.layers.isRefusing) return socket.destroy();
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

  /** Weather of no fault, beneath that of the faults. */
  set weather(weather: Weather) {
    this.layers.base = weather;
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
      cutAfter(response, '{"type":"MODIFIED","object":{"kind":"Wid');
    }
  }

  /** Stops running watches from delivering, without closing them, until the returned function is called. */
  stallWatches(): () => void {
    const stalled = [...this.#streams].filter(({ isWatch }) => isWatch);
    const stall = {};
    for (const { stalls } of stalled) {
      if (stalls.size > 0) this.#counter?.shared('watches');
      stalls.add(stall);
    }
    return () => stalled.forEach(({ stalls }) => stalls.delete(stall));
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
    const { delayMs } = this.layers;
    if (delayMs > 0) await sleep(delayMs);
    // After the delay, so that nothing that was on its way is passed on once the weather is frozen.
    while (this.layers.isFrozen) await sleep(pollMs);
    if (response.destroyed || this.#dead.has(incoming.socket)) return;
    const isWatch = /[?&]watch=(1|true)/.test(incoming.url ?? '');
    this.#count(incoming, isWatch);
    const status = this.layers.nextStatus();
    if (status) return this.#refuse(response, status);
    if (this.layers.isOld && incoming.url?.includes('sendInitialEvents=true'))
      return this.#refuse(response, { code: 422, share: 1 });
    if (this.layers.isGone && isWatch) return this.#refuse(response, { code: 410, share: 1 });
    this.#forward(incoming, response, isWatch);
  }

  #count({ method, url = '' }: IncomingMessage, isWatch: boolean): void {
    if (method !== 'GET' || !/\/(configmaps|widgets)(\?|$)/.test(url)) return;
    if (isWatch && !url.includes('sendInitialEvents=true')) this.asked.watches++;
    else this.asked.lists++;
  }

  #forward(incoming: IncomingMessage, response: ServerResponse, isWatch: boolean): void {
    const { hostname: host, port } = this.#upstream;
    const { method, url: path, headers } = incoming;
    this.passed++;
    const outgoing = httpsRequest({
      host,
      port,
      method,
      path,
      headers: { ...headers, host: `${host}:${port}` },
      agent: this.#agent,
    });
    outgoing.on('error', () => this.#end(response));
    response.once('close', () => outgoing.destroy());
    outgoing.once('response', (source) => {
      // Passed on by the pump, in order.
      source.on('error', () => undefined);
      if (this.#dead.has(incoming.socket)) return void source.destroy();
      if (method === 'GET' && path?.includes('/leases/')) this.leaseReads++;
      if (source.statusCode === 410) this.seen.gone++;
      if (source.statusCode === 401) this.seen.unauthorized++;
      const stream = { method, response, source, isWatch, stalls: new Set<object>() };
      this.#streams.add(stream);
      response.once('close', () => {
        this.#streams.delete(stream);
        source.destroy();
      });
      response.writeHead(source.statusCode ?? 502, source.headers);
      void this.#pump(stream);
    });
    incoming.pipe(outgoing);
  }

  async #pump(stream: Stream): Promise<void> {
    const { method, response, isWatch } = stream;
    const { readDelayMs } = this.layers;
    const source = method === 'GET' && readDelayMs > 0 ? late(stream.source, readDelayMs) : stream.source;
    let sent = 0;
    try {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        if (isWatch && isGone(chunk)) this.seen.gone++;
        await this.#untilFlowing(stream);
        if (this.#isDead(response)) continue;
        const limit = this.layers.truncateAfter(method) ?? Number.POSITIVE_INFINITY;
        if (sent + chunk.length > limit) return cutAfter(response, chunk.subarray(0, Math.max(0, limit - sent)));
        sent += chunk.length;
        response.write(chunk);
      }
      await this.#untilFlowing(stream);
      if (!this.#isDead(response)) response.end();
    } catch {
      // The API server has ended in the middle of a response.
      await this.#untilFlowing(stream);
      this.#end(response);
    }
  }

  /** Waits while the stream may deliver nothing, neither data nor its end. */
  async #untilFlowing({ response, stalls }: Stream): Promise<void> {
    while ((this.layers.isFrozen || stalls.size > 0) && !response.destroyed) await sleep(pollMs);
  }

  #isDead({ socket }: ServerResponse): boolean {
    return socket !== null && this.#dead.has(socket);
  }

  #end(response: ServerResponse): void {
    if (!this.#isDead(response)) response.destroy();
  }

  #refuse(response: ServerResponse, { code, retryAfterSeconds }: StatusWeather): void {
    const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    const status = { apiVersion: 'v1', kind: 'Status', status: 'Failure', code, message: 'injected' };
    response.writeHead(code, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(status));
  }
}

/** The same bytes, each as much later. */
function late(source: IncomingMessage, ms: number): Readable {
  const delayed = new PassThrough();
  let last: Promise<unknown> = Promise.resolve();
  const after = (act: () => void): void => void (last = Promise.all([last, sleep(ms)]).then(act));
  source.on('data', (chunk: Buffer) => after(() => delayed.write(chunk)));
  source.once('end', () => after(() => delayed.end()));
  source.once('error', (error) => after(() => delayed.destroy(error)));
  source.once('close', () => after(() => delayed.end()));
  return delayed;
}

/** Closes the connection once `last` is sent; closing it immediately would drop what is buffered. */
function cutAfter(response: ServerResponse, last: string | Buffer): void {
  response.write(last, () => void response.destroy());
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Whether the API server ends a watch because its version was compacted away. */
function isGone(chunk: Buffer): boolean {
  return chunk.includes('"type":"ERROR"') && chunk.includes('"code":410');
}
