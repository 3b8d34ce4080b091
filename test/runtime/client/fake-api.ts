/** Small HTTP servers for tests: what they answer is up to each test. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { createCa } from '../../../src/certificate/certificate-authority.js';
import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from '../../../src/runtime/client/connection/transport.js';

/** One request as the server saw it. */
export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Answers one request. */
export type Answer = (request: Seen, response: ServerResponse, socket: Socket) => void;

/** A listening server. */
export interface FakeServer extends AsyncDisposable {
  readonly server: string;
  readonly port: number;
  readonly seen: Seen[];
  /** How many connections were opened. */
  readonly connections: () => number;
}

/** Listens on 127.0.0.1; with TLS when a key and a certificate are given. */
export async function fakeServer(answer: Answer, tls?: https.ServerOptions): Promise<FakeServer> {
  const seen: Seen[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const parts: Buffer[] = [];
    request.on('data', (chunk: Buffer) => parts.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const entry = { method, url, headers, body: Buffer.concat(parts).toString() };
      seen.push(entry);
      answer(entry, response, request.socket);
    });
  };
  const server = tls ? https.createServer(tls, listener) : http.createServer(listener);
  server.on(tls ? 'secureConnection' : 'connection', () => connections++);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    server: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    port,
    seen,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Answers with JSON. */
export function json(response: ServerResponse, status: number, body: unknown, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

const day = 86_400_000;

/** An authority and a server certificate for 127.0.0.1 signed by it. */
export function testCa(now?: Date) {
  const ca = createCa({ commonName: 'test', validMs: day, now });
  const server = ca.issue({
    commonName: 'server',
    ipAddresses: ['127.0.0.1'],
    dnsNames: ['api.test'],
    usages: ['server'],
    validMs: day,
    now,
  });
  return { ca, server };
}

/** A transport that answers without a network; `answer` returns status and body. */
export function fakeTransport(
  answer: (request: TransportRequest & { url: URL }) => {
    status?: number;
    body?: unknown;
    headers?: Record<string, string>;
  },
): Transport & { requests: TransportRequest[] } {
  const requests: TransportRequest[] = [];
  return {
    server: 'https://fake',
    requests,
    async request(request) {
      requests.push(request);
      const {
        status = 200,
        body = {},
        headers = {},
      } = answer({ ...request, url: new URL(request.path, 'https://fake') });
      return response(status, typeof body === 'string' ? body : JSON.stringify(body), headers);
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function response(status: number, text: string, headers: Record<string, string>): TransportResponse {
  return {
    status,
    headers,
    warnings: [],
    body: (async function* () {
      yield Buffer.from(text);
    })(),
    text: async () => text,
    destroy: () => undefined,
  };
}
