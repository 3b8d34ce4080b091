/** Keeps a copy of the server's state: lists or streams it once, then watches, and recovers from everything. */
import { ApiError, is } from '../../client/requests/api-error.js';
import { isInitialEventsEnd, type WatchEvent } from '../../client/watch/watch-stream.js';
import type { Clock, Timer } from '../../clock.js';
import { pause } from '../../clock.js';
import type { Logger } from '../../log/logger.js';
import type { KubeObject } from '../../object/meta.js';
import { timeSlice } from '../../time-slice.js';
import { reflectorBackoff } from './backoff.js';
import { listAll } from './initial-list.js';
import type { ListWatch, WatchQuery } from './list-watch.js';
import { isComparable } from './resource-version.js';
import { openConnection, type WatchConnection } from './watch-connection.js';
import { isStreamingRefused, isTooLargeVersion, needsSomebody, nextStepAfter } from './watch-failure.js';

/** One change as the watch tells it. */
export interface WatchChange {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: KubeObject;
}

/** Gets what the reflector sees, in order. */
export interface ReflectorSink {
  /** This is everything there is. Nothing else is told before it has been taken in. */
  replaced(objects: readonly KubeObject[], resourceVersion: string): void | Promise<void>;
  changed(changes: readonly WatchChange[], resourceVersion: string): void;
  /** Nothing changed up to this version. */
  advanced(resourceVersion: string): void;
  /** A try failed; the next one follows. */
  failed(error: unknown, retryInMs: number): void;
}

/** Settings of a reflector. */
export interface ReflectorOptions {
  readonly source: ListWatch;
  readonly sink: ReflectorSink;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random?: () => number;
  /** Ask the server to stream its state; falls back to lists when it refuses. Default true. */
  readonly streaming?: boolean;
}

const SHORTEST_WATCH_MS = 1000;
const REMINDER_MS = 10_000;
/** A missing CRD may be installed any moment. */
const LONGEST_WAIT_FOR_KIND_MS = 10_000;

/** Runs until its signal aborts. */
export class Reflector {
  readonly #options: ReflectorOptions;
  readonly #random: () => number;
  readonly #backoff;
  #isStreaming: boolean;
  /** The version reached; undefined before the first state, `""` when only the newest will do. */
  #version: string | undefined;
  /** Lists come in pages whatever the version. */
  #isPaged = false;
  /** The watch began without a version: its first events are the state, in no order, and cannot be resumed from. */
  #isUnordered = false;
  /** Cleared by an expired version until there is a state again. */
  #mayExpire = true;

  constructor(options: ReflectorOptions) {
    this.#options = options;
    this.#random = options.random ?? Math.random;
    this.#isStreaming = options.streaming ?? true;
    this.#backoff = reflectorBackoff({ clock: options.clock, random: this.#random });
  }

  /** Never rejects: errors go to the sink and are followed by another try. */
  async run(signal: AbortSignal): Promise<void> {
    let hasState = false;
    while (!signal.aborted) {
      try {
        const stream = hasState ? undefined : await this.#initialState(signal);
        hasState = true;
        await this.#follow(stream, signal);
      } catch (error) {
        if (signal.aborted) return;
        const step = nextStepAfter(error);
        if (step !== 'rewatch') hasState = false;
        if (step === 'restart') this.#version = '';
        await this.#waitAfter(error, signal);
      }
    }
  }

  async #waitAfter(error: unknown, signal: AbortSignal): Promise<void> {
    const { sink, clock } = this.#options;
    // An expired version is everyday business, and nothing is wrong with the server; unless it says so again and again.
    const isExpired = is.gone(error) || is.expired(error);
    if (isExpired && this.#mayExpire) {
      this.#mayExpire = false;
      return;
    }
    const retryAfterMs = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    const longestMs = needsSomebody(error) ? LONGEST_WAIT_FOR_KIND_MS : Number.POSITIVE_INFINITY;
    const retryInMs = Math.max(retryAfterMs, Math.min(this.#backoff.nextMs(), longestMs));
    sink.failed(error, retryInMs);
    await pause(clock, retryInMs, signal);
  }

  /** Fills the sink; returns the stream that goes on from there, when there is one. */
  async #initialState(signal: AbortSignal): Promise<WatchConnection | undefined> {
    if (this.#isStreaming) {
      try {
        return await this.#streamState(signal);
      } catch (error) {
        if (isTooLargeVersion(error) || is.gone(error) || is.expired(error)) {
          this.#version = '';
          throw error;
        }
        if (!isStreamingRefused(error)) throw error;
        this.#isStreaming = false;
        this.#options.log.debug('the server does not stream lists, using pages', { cause: String(error) });
      }
    }
    const state = await listAll(this.#options.source, { since: this.#version ?? '0', isPaged: this.#isPaged, signal });
    this.#isPaged = state.isPaged;
    await this.#accept(state.objects, state.resourceVersion);
    return undefined;
  }

  async #streamState(signal: AbortSignal): Promise<WatchConnection> {
    const stream = await this.#open(
      { resourceVersion: this.#version ?? '', resourceVersionMatch: 'NotOlderThan', sendInitialEvents: true },
      signal,
    );
    const reminder = this.#remind();
    try {
      await this.#acceptInitial(stream);
      return stream;
    } catch (error) {
      stream.close();
      throw error;
    } finally {
      reminder.cancel();
    }
  }

  /** Says every ten seconds that the initial state is not complete yet. */
  #remind(): Timer {
    const { log, clock } = this.#options;
    const tick = (): void => {
      log.info('still waiting for the end of the initial state');
      timer = clock.after(REMINDER_MS, tick);
    };
    let timer = clock.after(REMINDER_MS, tick);
    return { cancel: () => timer.cancel() };
  }

  async #acceptInitial(stream: WatchConnection): Promise<void> {
    const objects = new Map<string, KubeObject>();
    for (;;) {
      const batch = await stream.next();
      if (!batch) throw endedEarly('the watch ended before the initial state was complete');
      const end = batch.findIndex((event) => isInitialEventsEnd(event));
      for (const event of end < 0 ? batch : batch.slice(0, end)) collect(objects, event);
      const bookmark = batch[end];
      if (timeSlice.isOver()) await timeSlice.next();
      if (bookmark?.type !== 'BOOKMARK') continue;
      await this.#accept([...objects.values()], bookmark.object.metadata.resourceVersion ?? '');
      return this.#handle(batch.slice(end + 1));
    }
  }

  async #accept(objects: readonly KubeObject[], resourceVersion: string): Promise<void> {
    this.#version = resourceVersion;
    this.#mayExpire = true;
    await this.#options.sink.replaced(objects, resourceVersion);
  }

  /** Watches for good; leaves by an error only. */
  async #follow(first: WatchConnection | undefined, signal: AbortSignal): Promise<void> {
    let stream = first;
    while (!signal.aborted) {
      const startedAt = this.#options.clock.now();
      this.#isUnordered = stream === undefined && !isComparable(this.#version);
      stream ??= await this.#open({ resourceVersion: this.#version ?? '' }, signal);
      const events = await this.#drain(stream);
      const isFirst = stream === first;
      stream = undefined;
      const wasShort = this.#options.clock.now() - startedAt < SHORTEST_WATCH_MS;
      // A server or proxy that closes every watch at once must not be asked in a tight loop.
      if (!isFirst && events === 0 && wasShort && !signal.aborted)
        throw endedEarly('the watch ended at once, without an event');
    }
  }

  /** Handles all batches of a watch; returns how many events there were. */
  async #drain(stream: WatchConnection): Promise<number> {
    let events = 0;
    try {
      for (let batch = await stream.next(); batch; batch = await stream.next()) {
        events += batch.length;
        this.#handle(batch);
        if (timeSlice.isOver()) await timeSlice.next();
      }
      return events;
    } finally {
      stream.close();
    }
  }

  #handle(batch: readonly WatchEvent[]): void {
    const { sink } = this.#options;
    const changes: WatchChange[] = [];
    let bookmark: string | undefined;
    for (const event of batch) {
      if (event.type === 'ERROR') {
        if (changes.length > 0) sink.changed(changes, this.#version ?? '');
        throw event.error;
      }
      const version = event.object.metadata?.resourceVersion;
      if (version === undefined) continue;
      if (event.type !== 'ADDED') this.#isUnordered = false;
      if (!this.#isUnordered) this.#version = version;
      if (event.type === 'BOOKMARK') bookmark = version;
      else changes.push({ type: event.type, object: event.object });
    }
    if (changes.length > 0) sink.changed(changes, this.#version ?? '');
    if (bookmark !== undefined) sink.advanced(this.#version ?? bookmark);
  }

  #open(query: Omit<WatchQuery, 'timeoutSeconds'>, signal: AbortSignal): Promise<WatchConnection> {
    const timeoutSeconds = 300 + Math.floor(this.#random() * 300);
    return openConnection({ ...this.#options, query: { ...query, timeoutSeconds }, signal });
  }
}

function endedEarly(message: string): ApiError {
  return new ApiError({ code: 503, reason: 'ServiceUnavailable', message });
}

function collect(objects: Map<string, KubeObject>, event: WatchEvent): void {
  if (event.type === 'ERROR') throw event.error;
  if (event.type === 'BOOKMARK') return;
  const { namespace = '', name = '' } = event.object.metadata;
  if (event.type === 'DELETED') objects.delete(`${namespace}/${name}`);
  else objects.set(`${namespace}/${name}`, event.object);
}
