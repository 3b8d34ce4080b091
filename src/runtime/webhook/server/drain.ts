/** Stops an HTTP server without breaking calls. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { optionMs, type WaitTime } from '../../object/wait-time.js';

const LONGEST_QUIET_MS = 500;

/** How a server stops, as users write it. */
export interface StopOptions {
  /** How long a stopping server still takes calls, so that callers move on without an error; `1s` unless given. */
  readonly drain?: WaitTime | undefined;
  /** How long it takes new calls even when nobody is connected; a Service may send some for a while. `0s` unless given. */
  readonly linger?: WaitTime | undefined;
  /** How long a stopping server waits for running calls; `1m` unless given. */
  readonly shutdownTimeout?: WaitTime | undefined;
}

/** How long a stop may take. */
export interface StopTimes {
  /** Time in which callers that are connected are still served. */
  readonly drainMs: number;
  /** Time in which new callers are taken even when nobody is connected; none unless given. */
  readonly lingerMs?: number | undefined;
  /** Time after that for calls that still run. */
  readonly shutdownTimeoutMs: number;
}

/** The times of a stop, and what ends it. */
export interface DrainOptions extends StopTimes {
  /** Ends all waiting. */
  readonly cutoff?: AbortSignal | undefined;
}

/** Knows the connections of a server. Node's own list takes one that never sent a request for a busy one. */
export class Drain {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Whether calls are running. */
  readonly #isBusy: () => boolean;
  #lastRequestMs = Number.NEGATIVE_INFINITY;

  constructor(server: Server, isBusy: () => boolean) {
    this.#server = server;
    this.#isBusy = isBusy;
    server.on('request', () => (this.#lastRequestMs = performance.now()));
    server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  /**
   * Still serves for `lingerMs`, and for up to `drainMs` while anyone is connected (responses should say
   * `Connection: close`), then takes no new connections and waits for running calls.
   */
  async stop({ drainMs, lingerMs = 0, shutdownTimeoutMs, cutoff }: DrainOptions): Promise<void> {
    const waitUntil = async (isDone: () => boolean, limitMs: number): Promise<void> => {
      const deadline = performance.now() + limitMs;
      const mayWait = (): boolean => !cutoff?.aborted && performance.now() < deadline;
      while (!isDone() && mayWait()) await pause(20);
    };
    const lingerUntil = performance.now() + lingerMs;
    const isAlone = (): boolean => this.#sockets.size === 0 && performance.now() >= lingerUntil;
    await waitUntil(isAlone, Math.max(drainMs, lingerMs));
    // A connection that is closed while a call is on its way breaks that call, so a moment is chosen when none come.
    const quietMs = Math.min(LONGEST_QUIET_MS, drainMs);
    const isQuiet = (): boolean => !this.#isBusy() && performance.now() - this.#lastRequestMs >= quietMs;
    await waitUntil(() => this.#sockets.size === 0 || isQuiet(), 4 * quietMs);
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await waitUntil(() => {
      this.#server.closeIdleConnections();
      return !this.#isBusy();
    }, shutdownTimeoutMs);
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

/**
 * Goes on after what has arrived was read: after a stall, timers come first, and a call may wait unread, or on its way through
 * a proxy in this process, which takes a round of the event loop for each hop.
 */
async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  for (let round = 0; round < 3; round++) await new Promise((resolve) => setImmediate(resolve));
}

/** The times of a stop, with defaults. */
export function stopTimes(options: StopOptions): StopTimes {
  const timeOf = (name: keyof StopOptions): number | undefined => optionMs(name, options[name], { mayBeZero: true });
  return {
    drainMs: timeOf('drain') ?? 1_000,
    lingerMs: timeOf('linger'),
    shutdownTimeoutMs: timeOf('shutdownTimeout') ?? 60_000,
  };
}
