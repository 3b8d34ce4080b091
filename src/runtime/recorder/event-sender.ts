/** Sends events one after the other, in the background. */
import { findApiError, is } from '../client/requests/api-error.js';
import type { Client } from '../client/client.js';
import type { Clock, Timer } from '../clock.js';
import type { Logger } from '../log/logger.js';
import type { EventWrite } from './event-series.js';
import { Event } from './event.js';

const maxQueued = 1000;
const maxTries = 12;

interface Attempt {
  readonly write: EventWrite;
  readonly tries: number;
}

/** A bounded queue with one worker; what does not fit or is refused is dropped and logged. */
export class EventSender {
  readonly #client: Pick<Client, 'create' | 'patch'>;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #queue: Attempt[] = [];
  /** Those that failed, and wait for their next try. */
  readonly #later = new Map<Attempt, Timer>();
  #isClosing = false;
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
    if (this.#queue.length + this.#later.size >= maxQueued) {
      if (this.#dropped++ === 0) this.#log.error('events are dropped: the API server does not accept them fast enough');
      return;
    }
    this.#enqueue({ write, tries: 1 });
  }

  /** Resolves when everything was sent, or when `signal` is aborted; then the rest is dropped. */
  async close(signal: AbortSignal): Promise<void> {
    const stop = (): void => this.#closed.abort(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    // What waits for its next try gets it now.
    this.#isClosing = true;
    this.#later.forEach((timer, attempt) => {
      timer.cancel();
      this.#enqueue(attempt);
    });
    this.#later.clear();
    await this.#work;
    signal.removeEventListener('abort', stop);
    this.#closed.abort(new Error('the recorder was closed'));
  }

  #enqueue(attempt: Attempt): void {
    this.#queue.push(attempt);
    if (!this.#isWorking) this.#work = this.#drain();
  }

  async #drain(): Promise<void> {
    // Cleared in the turn in which the queue was found empty, or what comes right then would be left lying.
    this.#isWorking = true;
    for (let attempt = this.#queue.shift(); attempt; attempt = this.#queue.shift()) {
      if (this.#closed.signal.aborted) break;
      await this.#send(attempt);
      this.#dropped = 0;
    }
    this.#isWorking = false;
  }

  /** One try. While no answer comes there will be another, and the other events do not wait for it; a refusal is final. */
  async #send(attempt: Attempt): Promise<void> {
    const { signal } = this.#closed;
    const { write, tries } = attempt;
    try {
      await this.#write(write, signal);
    } catch (error) {
      const code = findApiError(error)?.code;
      const mayRetry = code === undefined || code === 429 || code >= 500;
      if (signal.aborted || is.alreadyExists(error)) return;
      if (!mayRetry || tries === maxTries || this.#isClosing)
        this.#log.error('an event was not recorded', { error, reason: write.event.reason, note: write.event.note });
      else this.#tryLater({ write, tries: tries + 1 });
    }
  }

  #tryLater(attempt: Attempt): void {
    const timer = this.#clock.after(10_000 * (1 + 0.25 * Math.random()), () => {
      this.#later.delete(attempt);
      this.#enqueue(attempt);
    });
    this.#later.set(attempt, timer);
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
