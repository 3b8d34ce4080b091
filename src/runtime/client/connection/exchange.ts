/** One HTTP request and its response. */
import { longestBody, tooLarge } from './answer-limit.js';
import { ConnectionError, connectionError } from './connection-error.js';
import type { Connection, ConnectionUser } from '../http1/connection.js';
import type { ConnectionPool, ConnectionTaker } from '../http1/connection-pool.js';
import { requestBytes, type RequestHeaders } from '../http1/request-bytes.js';
import { ResponseBody } from '../http1/response-body.js';
import type { ResponseHead } from '../http1/response-reader.js';
import type { ServerAddress } from './server-address.js';
import type { TransportRequest } from './transport.js';

/** Where and how to send. */
export interface ExchangeTarget {
  readonly address: ServerAddress;
  readonly pool: ConnectionPool;
  readonly headers: RequestHeaders;
  /** Headers have arrived. */
  readonly onAnswer?: () => void;
  /** The server gave no answer in time, or the connection was silent for too long. */
  readonly onTimeout?: () => void;
  /** The caller wants no answer any more, or not the rest of it. */
  readonly onGivenUp?: () => void;
}

/** Headers, and a body that has not been read yet. */
export interface Answer {
  readonly head: ResponseHead;
  readonly body: ResponseBody;
}

const DEFAULT_TIMEOUT_MS = 90_000;
const mostBytes = longestBody();

/** Sends the request; resolves when headers have arrived. The signal stays in force until the body has ended. */
export function exchange(request: TransportRequest, target: ExchangeTarget): Promise<Answer> {
  const { signal } = request;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const { address, headers } = target;
    const bytes = requestBytes({
      method: request.method,
      path: address.basePath + request.path,
      host: address.host,
      headers: request.headers === undefined ? headers : { ...headers, ...request.headers },
      body: request.body,
    });
    new Exchange({ request, target, bytes, resolve, reject }).start();
  });
}

interface ExchangeParts {
  readonly request: TransportRequest;
  readonly target: ExchangeTarget;
  readonly bytes: Buffer;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
}

class Exchange implements ConnectionTaker, ConnectionUser {
  readonly #parts: ExchangeParts;
  #connection: Connection | undefined;
  #body: ResponseBody | undefined;
  #timer: NodeJS.Timeout | undefined;
  #onAbort: (() => void) | undefined;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
  }

  start(): void {
    const { request, target } = this.#parts;
    const { signal, timeoutMs = DEFAULT_TIMEOUT_MS } = request;
    if (timeoutMs > 0) this.#timer = setTimeout(() => this.#late(timeoutMs), timeoutMs);
    if (signal) {
      this.#onAbort = () => this.#giveUp(signal.reason);
      signal.addEventListener('abort', this.#onAbort, { once: true });
    }
    target.pool.acquire(this);
  }

  /** A connection may take long to be free or to be made; whether to send at all is decided after that. */
  connected(connection: Connection): void {
    const { request, target, bytes } = this.#parts;
    try {
      request.beforeSend?.();
    } catch (error) {
      target.pool.free(connection);
      return this.#settle(error);
    }
    this.#connection = connection;
    connection.send(bytes, this, request.idleTimeoutMs);
  }

  refused(error: unknown): void {
    this.#settle(this.#asConnectionError(error));
  }

  head(head: ResponseHead): void {
    this.#stopTimer();
    const connection = this.#connection;
    const source = {
      pause: () => connection?.pause(),
      resume: () => connection?.resume(),
      destroy: () => {
        this.#abandon();
        this.#parts.target.onGivenUp?.();
      },
    };
    const { origin } = this.#parts.target.address;
    const limit = { bytes: mostBytes, failure: () => tooLarge(origin, 'an answer', mostBytes) };
    this.#body = new ResponseBody(source, head.headers['content-encoding'], limit);
    this.#parts.target.onAnswer?.();
    this.#parts.resolve({ head, body: this.#body });
  }

  data(chunk: Buffer): void {
    this.#body?.push(chunk);
  }

  end(): void {
    this.#connection = undefined;
    this.#detach();
    this.#body?.end();
  }

  failed(error: Error): void {
    this.#connection = undefined;
    this.#settle(this.#asConnectionError(error));
  }

  /** A half-open connection shows as silence: without this, a body that stalls would be waited for without end. */
  silent(ms: number): void {
    const { origin } = this.#parts.target.address;
    const message = `${origin} has sent nothing for ${ms} ms; the connection counts as dead`;
    this.#connection = undefined;
    this.#parts.target.onTimeout?.();
    this.#settle(new ConnectionError('IDLE', origin, message));
  }

  /** After a long turn of this thread, timers fire before answers are read that have arrived in time. */
  #late(timeoutMs: number): void {
    setImmediate(() => {
      if (this.#timer !== undefined) this.#giveUp(this.#timeout(timeoutMs));
    });
  }

  #giveUp(reason: unknown): void {
    const isUnanswered = this.#connection !== undefined && this.#body === undefined;
    this.#abandon();
    const { onTimeout, onGivenUp } = this.#parts.target;
    if (isUnanswered && reason instanceof ConnectionError && reason.code === 'TIMEOUT') onTimeout?.();
    else if (isUnanswered) onGivenUp?.();
    this.#settle(reason);
  }

  #abandon(): void {
    this.#parts.target.pool.giveUp(this);
    this.#connection?.destroy();
    this.#connection = undefined;
    this.#detach();
  }

  /** Tells whoever waits: for headers, or for the body. */
  #settle(reason: unknown): void {
    this.#detach();
    if (this.#body) this.#body.fail(reason);
    else this.#parts.reject(reason);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #detach(): void {
    this.#stopTimer();
    if (this.#onAbort) this.#parts.request.signal?.removeEventListener('abort', this.#onAbort);
    this.#onAbort = undefined;
  }

  #timeout(timeoutMs: number): ConnectionError {
    const { origin } = this.#parts.target.address;
    return new ConnectionError('TIMEOUT', origin, `${origin} did not answer within ${timeoutMs} ms`);
  }

  #asConnectionError(error: unknown): unknown {
    return error instanceof ConnectionError ? error : connectionError(error, this.#parts.target.address.origin);
  }
}
