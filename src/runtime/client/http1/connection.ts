/** One connection to a server: one request at a time, and the next one when its response has been read. */
import type { Socket } from 'node:net';
import { type ResponseHead, ResponseReader, type ResponseSink } from './response-reader.js';

/** Whose request is on the connection. After `end` and `failed` nothing follows. */
export interface ConnectionUser extends ResponseSink {
  end(): void;
  failed(error: Error): void;
  /** Nothing came for this long while a body was expected. */
  silent(ms: number): void;
}

/** Who keeps connections. */
export interface ConnectionOwner {
  /** Ready for another request. */
  free(connection: Connection): void;
  gone(connection: Connection): void;
}

/** A server's hint is about its own clock; ours closes this much earlier. */
const KEEP_ALIVE_MARGIN_MS = 1000;

/** Wraps a socket that is connected. */
export class Connection implements ResponseSink {
  readonly #socket: Socket;
  readonly #owner: ConnectionOwner;
  readonly #stallMs: number;
  readonly #reader = new ResponseReader(this);
  #user: ConnectionUser | undefined;
  #hasHead = false;
  #isPaused = false;
  #timeoutMs: number;
  #heardAt = performance.now();

  constructor(socket: Socket, owner: ConnectionOwner, stallMs: number) {
    this.#socket = socket;
    this.#owner = owner;
    this.#stallMs = stallMs;
    this.#timeoutMs = stallMs;
    socket.setTimeout(stallMs);
    socket.on('data', (bytes: Buffer) => this.#received(bytes));
    socket.on('timeout', () => this.#timedOut());
    socket.on('end', () => this.#ended());
    socket.on('error', (error) => this.#lost(error));
    socket.on('close', () => {
      this.#lost(cutOff(this.#hasHead));
      owner.gone(this);
    });
  }

  /** False when the other end has closed it, or nothing can be sent any more. */
  get isUsable(): boolean {
    return this.#user === undefined && this.#socket.writable && this.#socket.readable;
  }

  /** When the last byte came, or the request was sent. Who does not read cannot expect bytes: then it is now. */
  get heardAt(): number {
    return this.#isPaused ? performance.now() : this.#heardAt;
  }

  /** A request is on its way, or its response. */
  get isBusy(): boolean {
    return this.#user !== undefined;
  }

  /** Sends a request. `idleMs` is how long the body may be silent; the limit of calls when left out. */
  send(bytes: Buffer, user: ConnectionUser, idleMs?: number): void {
    this.#user = user;
    this.#hasHead = false;
    this.#reader.restart();
    this.#heardAt = performance.now();
    this.#socket.ref();
    this.#limit(idleMs ?? this.#stallMs);
    this.#socket.write(bytes);
  }

  /** Stops reading until `resume`. */
  pause(): void {
    if (this.#isPaused || this.#user === undefined) return;
    this.#isPaused = true;
    this.#socket.pause();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#heardAt = performance.now();
    this.#socket.resume();
  }

  /** Closes it at once; whoever used it is not told. */
  destroy(): void {
    this.#user = undefined;
    this.#socket.destroy();
  }

  /** Closes it at once; whoever used it fails with `error`. */
  cut(error: Error): void {
    this.#fail(error);
  }

  head(head: ResponseHead): void {
    this.#hasHead = true;
    this.#user?.head(head);
  }

  data(chunk: Buffer): void {
    this.#user?.data(chunk);
  }

  #received(bytes: Buffer): void {
    // A server may say that it closes an idle connection, which Node 20 sends as "408" before it does.
    if (this.#user === undefined) return this.destroy();
    this.#heardAt = performance.now();
    try {
      this.#reader.push(bytes);
    } catch (error) {
      return this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
    if (this.#reader.isDone) this.#complete();
  }

  #complete(): void {
    const user = this.#user;
    if (user === undefined) return;
    this.#user = undefined;
    this.resume();
    // A response that came before the request was sent whole leaves a connection in an unknown state.
    const canStay = this.#reader.canFollow && this.#socket.writableLength === 0 && this.#rest();
    user.end();
    if (canStay) this.#owner.free(this);
    else this.destroy();
  }

  /** Goes to rest; false when the server closes the connection too soon for another request. */
  #rest(): boolean {
    const { keepAliveMs } = this.#reader;
    const idleMs = keepAliveMs === undefined ? this.#stallMs : keepAliveMs - KEEP_ALIVE_MARGIN_MS;
    if (idleMs <= 0) return false;
    this.#limit(Math.min(idleMs, this.#stallMs));
    // What is not in use must not keep the process alive.
    this.#socket.unref();
    return true;
  }

  #ended(): void {
    if (this.#user === undefined) return this.destroy();
    if (this.#hasHead && this.#reader.finish()) this.#complete();
    else this.#fail(cutOff(this.#hasHead));
  }

  /** Gives up a response that no longer comes; its user is told how long it has been silent. */
  abandon(): void {
    const user = this.#user;
    this.destroy();
    user?.silent(Math.round(performance.now() - this.#heardAt));
  }

  #timedOut(): void {
    if (this.#user === undefined) return this.destroy();
    // Who waits for headers has a limit of its own, and who does not read cannot expect bytes.
    if (!this.#hasHead || this.#isPaused) return;
    const user = this.#user;
    this.destroy();
    user.silent(this.#timeoutMs);
  }

  #fail(error: Error): void {
    const user = this.#user;
    this.destroy();
    user?.failed(error);
  }

  #lost(error: Error): void {
    if (this.#user !== undefined) this.#fail(error);
  }

  #limit(ms: number): void {
    if (ms === this.#timeoutMs) return;
    this.#timeoutMs = ms;
    this.#socket.setTimeout(ms);
  }
}

function cutOff(hasHead: boolean): Error {
  const message = hasHead ? 'the body was cut off' : 'socket hang up';
  return Object.assign(new Error(message), { code: 'ECONNRESET' });
}
