/** One HTTP request and the headers of its answer. */
import http from 'node:http';
import https from 'node:https';
import { ConnectionError, connectionError } from './connection-error.js';
import type { ServerAddress } from './server-address.js';
import type { TransportRequest } from './transport.js';

/** Where and how to send. */
export interface ExchangeTarget {
  readonly address: ServerAddress;
  readonly agent: http.Agent;
  readonly headers: Readonly<Record<string, string | string[]>>;
}

/** Sends the request; resolves when headers have arrived. The signal stays in force until the body has ended. */
export function exchange(request: TransportRequest, target: ExchangeTarget): Promise<http.IncomingMessage> {
  const { signal, timeoutMs = 90_000, idleTimeoutMs } = request;
  const { address, agent, headers } = target;
  const server = address.origin;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const send = address.isTls ? https.request : http.request;
    const outgoing = send({
      agent,
      hostname: address.hostname,
      port: address.port,
      method: request.method,
      path: address.basePath + request.path,
      headers: { ...headers, ...request.headers, ...lengthHeader(request) },
    });
    const timer = timeoutMs > 0 ? setTimeout(() => outgoing.destroy(timeoutError(server, timeoutMs)), timeoutMs) : null;
    const onAbort = (): void => void outgoing.destroy();
    signal?.addEventListener('abort', onAbort, { once: true });
    const settle = (): void => {
      if (timer) clearTimeout(timer);
    };
    outgoing.on('error', (error) => {
      settle();
      signal?.removeEventListener('abort', onAbort);
      if (signal?.aborted) return reject(signal.reason);
      reject(error instanceof ConnectionError ? error : connectionError(error, server));
    });
    outgoing.on('response', (response) => {
      settle();
      response.once('close', () => signal?.removeEventListener('abort', onAbort));
      endWhenSilent(response, server, idleTimeoutMs);
      resolve(response);
    });
    sendWhenConnected(outgoing, request, reject);
  });
}

/** A connection may take long to be free or to be made; whether to send at all is decided after that. */
function sendWhenConnected(
  outgoing: http.ClientRequest,
  { body, beforeSend }: TransportRequest,
  refuse: (reason: unknown) => void,
): void {
  if (!beforeSend) {
    outgoing.end(body);
    return;
  }
  const send = (): void => {
    try {
      beforeSend();
    } catch (error) {
      refuse(error);
      outgoing.destroy();
      return;
    }
    outgoing.end(body);
  };
  outgoing.once('socket', (socket) => {
    const isTls = 'secureConnecting' in socket;
    const isConnecting = socket.connecting || (isTls && socket.secureConnecting === true);
    if (isConnecting) socket.once(isTls ? 'secureConnect' : 'connect', send);
    else send();
  });
}

/** Node sends no length with the body of a DELETE by itself, and the server would take the body for the next request. */
function lengthHeader({ body }: TransportRequest): Record<string, string> {
  return body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
}

function timeoutError(server: string, timeoutMs: number): ConnectionError {
  return new ConnectionError('TIMEOUT', server, `${server} did not answer within ${timeoutMs} ms`);
}

/**
 * A half-open connection shows as silence: without this, a body that stalls would be waited for without end. Streams set
 * their own limit (bookmarks come about once a minute); for calls it is the one of the pool.
 */
function endWhenSilent(response: http.IncomingMessage, server: string, idleTimeoutMs: number | undefined): void {
  const { socket } = response;
  const poolTimeoutMs = socket.timeout ?? 0;
  if (idleTimeoutMs !== undefined) socket.setTimeout(idleTimeoutMs);
  const onSilence = (): void => {
    const message = `${server} has sent nothing for ${socket.timeout} ms; the connection counts as dead`;
    response.destroy(new ConnectionError('IDLE', server, message));
  };
  socket.on('timeout', onSilence);
  response.once('close', () => {
    socket.removeListener('timeout', onSilence);
    if (idleTimeoutMs !== undefined) socket.setTimeout(poolTimeoutMs);
  });
}
