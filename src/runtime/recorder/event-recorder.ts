/** Tells users what a controller did, as events about their objects. */
import type { Client } from '../client/client.js';
import { systemClock, type Clock, type Timer } from '../clock.js';
import type { Logger } from '../log/logger.js';
import { silentLogger } from '../log/silent-logger.js';
import type { KubeObject } from '../object/meta.js';
import type { DeepReadonly } from '../object/readonly.js';
import { EventSender } from './event-sender.js';
import { EventSeries } from './event-series.js';
import { eventOf, identityOf, reporterOf, type EventInput, type Reporter } from './event.js';
import { SpamFilter } from './spam-filter.js';

/** What a recorder needs. */
export interface EventRecorderOptions {
  /** Needs `create` and `patch` on `events` of `events.k8s.io`. */
  readonly client: Pick<Client, 'create' | 'patch'>;
  /** Who reports; usually the name of the controller. */
  readonly controller: string;
  /** The name of this machine or pod. */
  readonly host: string;
  readonly log?: Logger | undefined;
  readonly clock?: Clock | undefined;
  readonly wallTime?: (() => Date) | undefined;
}

const sweepMs = 60_000;

/**
 * Records events in the background. Equal events add up to a series, an object that produces too many
 * is muted for a while, and nothing here ever makes a reconcile fail.
 * @example
 * ```ts
 * await using recorder = new EventRecorder({ client, controller: 'guestbook', host: 'my-pod' });
 * recorder.event(guestbook, { reason: 'Scaled', note: 'scaled to 3 replicas' });
 * ```
 */
export class EventRecorder implements AsyncDisposable {
  readonly #reporter: Reporter;
  readonly #log: Logger;
  readonly #clock: Clock;
  readonly #wallTime: () => Date;
  readonly #filter: SpamFilter;
  readonly #series: EventSeries;
  readonly #sender: EventSender;
  #sweep: Timer | undefined;

  /** Throws when `controller` is a name that the API server would refuse. */
  constructor(options: EventRecorderOptions) {
    const { client, controller, host, log = silentLogger, clock = systemClock, wallTime = () => new Date() } = options;
    this.#reporter = reporterOf(controller, host);
    this.#log = log;
    this.#clock = clock;
    this.#wallTime = wallTime;
    this.#filter = new SpamFilter(clock);
    this.#series = new EventSeries(clock);
    this.#sender = new EventSender(client, clock, log);
  }

  /**
   * Records that something happened to `object`. Returns at once and never throws.
   *
   * ```ts
   * recorder.event(guestbook, { reason: 'Scaled', note: 'scaled to 3 replicas' });
   * ```
   */
  event(object: DeepReadonly<KubeObject> | KubeObject, input: EventInput): void {
    try {
      this.#record(object, input);
    } catch (error) {
      // Code without types may pass anything; no reconcile fails because of an event.
      this.#log.error('an event could not be recorded', { error });
    }
  }

  #record(object: DeepReadonly<KubeObject> | KubeObject, input: EventInput): void {
    if (input.reason === '' || !object.metadata.name) {
      this.#log.error('an event needs a reason and an object with a name', { reason: input.reason, note: input.note });
      return;
    }
    const event = eventOf(object, input, { reporter: this.#reporter, now: this.#wallTime() });
    const write = this.#series.add(event);
    if (!write) return this.#sweepLater();
    if (write.type === 'count') this.#sweepLater();
    else if (!this.#filter.admits(identityOf(event.regarding))) {
      this.#series.forget(event);
      this.#log.debug('muted an event: too many about this object', { reason: input.reason, note: input.note });
      return;
    }
    this.#sender.add(write);
  }

  /** Sends what is left, for at most five seconds or until `signal` is aborted. Call it before the process ends. */
  async close(signal?: AbortSignal): Promise<void> {
    this.#sweep?.cancel();
    for (const write of this.#series.rest()) this.#sender.add(write);
    const limit = new AbortController();
    const timer = this.#clock.after(5_000, () => limit.abort(new Error('no time left to send events')));
    const stop = (): void => limit.abort(signal?.reason);
    if (signal?.aborted) stop();
    signal?.addEventListener('abort', stop, { once: true });
    await this.#sender.close(limit.signal);
    timer.cancel();
    signal?.removeEventListener('abort', stop);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Looks after series while there are any. */
  #sweepLater(): void {
    this.#sweep ??= this.#clock.after(sweepMs, () => {
      this.#sweep = undefined;
      for (const write of this.#series.due()) this.#sender.add(write);
      if (this.#series.size > 0) this.#sweepLater();
    });
  }
}
