/** Connections to one server, kept for the next request. */
import type { Socket } from 'node:net';
import { Connection, type ConnectionOwner } from './connection.js';

/** Waits for a connection; exactly one of both is called, unless it gives up. */
export interface ConnectionTaker {
  connected(connection: Connection): void;
  refused(error: unknown): void;
}

/** How a pool behaves. */
export interface ConnectionPoolOptions {
  readonly connect: () => Promise<Socket>;
  /** Most connections at once; who wants more waits. */
  readonly most: number;
  readonly mostIdle: number;
  /** Idle connections are closed after this time, and bodies that are silent for as long count as cut. */
  readonly stallMs: number;
}

/** The connection used last goes first, so that those that are not needed go away. */
export class ConnectionPool implements ConnectionOwner {
  readonly #options: ConnectionPoolOptions;
  readonly #idle: Connection[] = [];
  readonly #all = new Set<Connection>();
  readonly #waiting = new Set<ConnectionTaker>();
  #opening = 0;
  #isRetired = false;
  #isDestroyed = false;

  constructor(options: ConnectionPoolOptions) {
    this.#options = options;
  }

  /** Calls back at once when a connection is free. */
  acquire(taker: ConnectionTaker): void {
    for (let idle = this.#idle.pop(); idle; idle = this.#idle.pop()) {
      if (idle.isUsable) return taker.connected(idle);
      idle.destroy();
    }
    this.#waiting.add(taker);
    this.#openOne();
  }

  /** The taker no longer wants one. */
  giveUp(taker: ConnectionTaker): void {
    this.#waiting.delete(taker);
  }

  /** Closes idle connections now and busy ones when they are done. */
  retire(): void {
    this.#isRetired = true;
    this.dropIdle();
  }

  /** Closes idle connections: they may be dead, and the next request would be lost on one. */
  dropIdle(): void {
    for (const connection of this.#idle.splice(0)) connection.destroy();
  }

  get hasIdle(): boolean {
    return this.#idle.some(({ isUsable }) => isUsable);
  }

  /** Connections with a request on its way, or its response. */
  busy(): Connection[] {
    return [...this.#all].filter(({ isBusy }) => isBusy);
  }

  /** Closes everything. Requests on their way fail. */
  destroy(failure: () => Error): void {
    this.#isDestroyed = true;
    this.retire();
    for (const connection of this.#all) connection.cut(failure());
    for (const taker of this.#waiting) taker.refused(failure());
    this.#waiting.clear();
  }

  free(connection: Connection): void {
    const taker = this.#next();
    if (taker) return taker.connected(connection);
    if (this.#isRetired || this.#idle.length >= this.#options.mostIdle) return connection.destroy();
    this.#idle.push(connection);
  }

  gone(connection: Connection): void {
    this.#all.delete(connection);
    const position = this.#idle.indexOf(connection);
    if (position >= 0) this.#idle.splice(position, 1);
    if (this.#waiting.size > this.#opening) this.#openOne();
  }

  /** Each opens one of its own: a connection that takes long must not delay later requests. */
  #openOne(): void {
    if (this.#all.size + this.#opening >= this.#options.most) return;
    this.#opening++;
    this.#options.connect().then(
      (socket) => this.#opened(socket),
      (error: unknown) => {
        this.#opening--;
        this.#next()?.refused(error);
      },
    );
  }

  #opened(socket: Socket): void {
    this.#opening--;
    if (this.#isDestroyed) return void socket.destroy();
    const connection = new Connection(socket, this, this.#options.stallMs);
    this.#all.add(connection);
    this.free(connection);
  }

  #next(): ConnectionTaker | undefined {
    for (const taker of this.#waiting) {
      this.#waiting.delete(taker);
      return taker;
    }
    return undefined;
  }
}
