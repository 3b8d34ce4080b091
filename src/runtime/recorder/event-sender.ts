/** Sends events one after the other, in the background. */
import { findApiError, is } from '../client/api-error.js';
import type { Client } from '../client/client.js';
import { pause, type Clock } from '../clock.js';
import type { Logger } from '../log/logger.js';
import type { EventWrite } from './event-series.js';
import { Event } from './event.js';

const maxQueued = 1000;
const maxTries = 12;

/** A bounded queue with one worker; what does not fit or is refused is dropped and logged. */
export class EventSender {
  readonly #client: Pick<Client, 'create' | 'patch'>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #queue: EventWrite[] = [];
  #work: Promise<void> | undefined;
  #isWorking = false;
  #dropped = 0;
  readonly #closed = new AbortController();

  constructor(client: Pick<Client, 'create' | 'patch'>, clock: Clock, log: Logger) {
    this.#client = client;
    this.#clock = clock;
    this.#log = log;
  }

  /** Takes a write; never waits. */
  add(write: EventWrite): void {
    if (this.#closed.signal.aborted) return;
    if (this.#queue.length >= maxQueued) {
      if (this.#dropped++ === 0) this.#log.error('events are dropped: the API server does not take them fast enough');
      return;
    }
    this.#queue.push(write);
    if (!this.#isWorking) this.#work = this.#drain();
  }

  /** Resolves when everything was sent, or when `signal` is aborted; then the rest is dropped. */
  async close(signal: AbortSignal): Promise<void> {
    const stop = (): void => this.#closed.abort(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    await this.#work;
    signal.removeEventListener('abort', stop);
    this.#closed.abort(new Error('the recorder was closed'));
  }

  async #drain(): Promise<void> {
    // Cleared in the turn in which the queue was found empty, or what comes right then would be left lying.
    this.#isWorking = true;
    for (let write = this.#queue.shift(); write; write = this.#queue.shift()) {
      if (this.#closed.signal.aborted) break;
      await this.#send(write);
      this.#dropped = 0;
    }
    this.#isWorking = false;
  }

  /** Tries again while no answer comes; a refusal by the API server is final. */
  async #send(write: EventWrite): Promise<void> {
    const { signal } = this.#closed;
    for (let tries = 1; !signal.aborted; tries++) {
      try {
        await this.#write(write, signal);
        return;
      } catch (error) {
        const code = findApiError(error)?.code;
        const mayRetry = code === undefined || code === 429 || code >= 500;
        if (signal.aborted || is.alreadyExists(error)) return;
        if (!mayRetry || tries === maxTries) {
          this.#log.error('an event was not recorded', { error, reason: write.event.reason, note: write.event.note });
          return;
        }
        await pause(this.#clock, 10_000 * (1 + 0.25 * Math.random()), signal);
      }
    }
  }

  async #write(write: EventWrite, signal: AbortSignal): Promise<void> {
    if (write.type === 'create') {
      await this.#client.create(write.event, { signal });
      return;
    }
    const { count, lastObservedTime, event } = write;
    const series = { count, lastObservedTime };
    const { name = '', namespace } = event.metadata;
    try {
      await this.#client.patch({ kind: Event, name, namespace }, { type: 'merge', body: { series } }, { signal });
    } catch (error) {
      if (!is.notFound(error)) throw error;
      // The API server forgets events after an hour: start again with what is known.
      await this.#client.create({ ...event, series }, { signal });
    }
  }
}
