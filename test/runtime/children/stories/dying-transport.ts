/** A process that dies in the middle of its writes, as its API server sees it. */
import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from '../../../../src/runtime/client/connection/transport.js';

/** Whether the last write reaches the API server; its answer never arrives. */
export type Death = 'before the write' | 'after the write';

/** Passes requests on until its time has come; then nothing comes through any more. */
export class DyingTransport implements Transport {
  readonly #inner: Transport;
  readonly #death: Death;
  #writesLeft: number;
  readonly #dying = new AbortController();

  /** Dies at the write of this number, counted from 1. */
  constructor(inner: Transport, death: Death, write: number) {
    this.#inner = inner;
    this.#death = death;
    this.#writesLeft = write;
  }

  /** Aborted with its death. */
  get died(): AbortSignal {
    return this.#dying.signal;
  }

  get server(): string {
    return this.#inner.server;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    if (this.died.aborted) throw new Error('the process is dead');
    if (request.method === 'GET') return this.#inner.request(request);
    this.#writesLeft--;
    if (this.#writesLeft > 0) return this.#inner.request(request);
    this.#dying.abort();
    if (this.#death === 'after the write') await (await this.#inner.request(request)).text();
    throw new Error('the process is dead');
  }

  [Symbol.asyncDispose](): PromiseLike<void> {
    return this.#inner[Symbol.asyncDispose]();
  }
}
