/** Adds up equal events. */
import type { Clock } from '../clock.js';
import { keyOf, type Event } from './event.js';

const silenceMs = 6 * 60_000;
const refreshMs = 30 * 60_000;
const maxSeries = 4096;

/** What to send: a new event, or the count of one that was sent before. */
export type EventWrite =
  | { readonly type: 'create'; readonly event: Event }
  | { readonly type: 'count'; readonly event: Event; readonly count: number; readonly lastObservedTime: string };

interface Series {
  readonly event: Event;
  count: number;
  sentCount: number;
  lastTime: string;
  lastMs: number;
  sentMs: number;
}

/** Remembers what was sent, so that the second of two equal events becomes a count on the first. */
export class EventSeries {
  readonly #clock: Clock;
  readonly #series = new Map<string, Series>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How many different events are remembered. */
  get size(): number {
    return this.#series.size;
  }

  /** What to send about `event`; nothing when counting it is enough for now. */
  add(event: Event): EventWrite | undefined {
    const key = keyOf(event);
    const nowMs = this.#clock.now();
    const known = this.#series.get(key);
    if (!known || nowMs - known.lastMs >= silenceMs) return this.#begin(key, event, nowMs);
    known.count++;
    known.lastTime = event.eventTime;
    known.lastMs = nowMs;
    // The second makes it a series for everyone to see; later ones are reported by `due`.
    return known.count === 2 ? this.#count(known, nowMs) : undefined;
  }

  /** Takes back an event that was not sent after all. */
  forget(event: Event): void {
    this.#series.delete(keyOf(event));
  }

  /** Counts that must be sent now. Series without new events are reported a last time and forgotten. */
  due(): EventWrite[] {
    const nowMs = this.#clock.now();
    return [...this.#series].flatMap(([key, series]) => {
      const isSilent = nowMs - series.lastMs >= silenceMs;
      if (isSilent) this.#series.delete(key);
      const isStale = nowMs - series.sentMs >= refreshMs;
      return (isSilent || isStale) && series.count > series.sentCount ? [this.#count(series, nowMs)] : [];
    });
  }

  /** All counts that were not sent yet, for the end of the process. */
  rest(): EventWrite[] {
    const open = [...this.#series.values()].filter(({ count, sentCount }) => count > sentCount);
    return open.map((series) => this.#count(series, this.#clock.now()));
  }

  #begin(key: string, event: Event, nowMs: number): EventWrite {
    this.#series.delete(key);
    const lastTime = event.eventTime;
    this.#series.set(key, { event, count: 1, sentCount: 1, lastTime, lastMs: nowMs, sentMs: nowMs });
    const [oldest] = this.#series.keys();
    if (this.#series.size > maxSeries && oldest !== undefined) this.#series.delete(oldest);
    return { type: 'create', event };
  }

  #count(series: Series, nowMs: number): EventWrite {
    series.sentCount = series.count;
    series.sentMs = nowMs;
    return { type: 'count', event: series.event, count: series.count, lastObservedTime: series.lastTime };
  }
}
