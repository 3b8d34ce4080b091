/** Follows the objects of one list: the state as it is, then every change. Recovers from everything. */
import type { Clock, Timer } from '../../clock.js';
import type { Logger } from '../../log/logger.js';
import type { KubeObject } from '../../object/meta.js';
import { isComparable } from '../../../kubernetes/version/resource-version.js';
import { timeSlice } from '../../time-slice.js';
import { ApiError, is } from '../requests/api-error.js';
import { listAll } from './initial-list.js';
import type { ListWatch, WatchQuery } from './list-watch.js';
import { RetryPauses } from './retry-pause.js';
import { openConnection, type OpenOptions, Reconnecting, type WatchConnection } from './watch-connection.js';
import { isStreamingRefused, isTooLargeVersion, nextStepAfter } from './watch-failure.js';
import { isInitialEventsEnd, type WatchEvent } from './watch-stream.js';

/** One change as the watch tells it. */
export interface WatchChange<T extends KubeObject = KubeObject> {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: T;
}

/**
 * What a watcher sees, in order. After `init` everything that was known before is void: the parts of a new
 * state follow, and only with `initDone` they are all of it.
 */
export type WatcherEvent<T extends KubeObject = KubeObject> =
  | { readonly type: 'init' }
  | { readonly type: 'state'; readonly changes: readonly WatchChange<T>[] }
  | { readonly type: 'initDone'; readonly resourceVersion: string }
  | { readonly type: 'changes'; readonly changes: readonly WatchChange<T>[]; readonly resourceVersion: string }
  /** Nothing else changed up to this version. */
  | { readonly type: 'bookmark'; readonly resourceVersion: string }
  /** A try failed; the next one follows. Without a pause when the version has merely expired, once. */
  | { readonly type: 'failed'; readonly error: unknown; readonly retryInMs: number };

/** Settings of a watcher. */
export interface WatcherOptions<T extends KubeObject = KubeObject> {
  readonly source: ListWatch<T>;
  readonly log: Logger;
  readonly clock: Clock;
  readonly random?: (() => number) | undefined;
  /** Ask the server to stream its state; falls back to lists when it refuses. Default true. */
  readonly streaming?: boolean | undefined;
  /** The caller knows the state at this version: only later changes are reported. */
  readonly since?: string | undefined;
}

const SHORTEST_WATCH_MS = 1000;
const REMINDER_MS = 10_000;

/** Iterate over its events once. */
export class Watcher<T extends KubeObject = KubeObject> {
  readonly #options: WatcherOptions<T>;
  readonly #random: () => number;
  readonly #pauses: RetryPauses;
  #isStreaming: boolean;
  /** The version reached; undefined before the first state, `""` when only the newest will do. */
  #version: string | undefined;
  /** Lists come in pages whatever the version. */
  #isPaged = false;
  #stream: WatchConnection<T> | undefined;
  readonly #reconnecting = new Reconnecting();
  /** The watch began without a version: its first events are the state, in no order, and cannot be resumed from. */
  #isUnordered = false;

  constructor(options: WatcherOptions<T>) {
    this.#options = options;
    this.#version = options.since;
    this.#random = options.random ?? Math.random;
    this.#isStreaming = options.streaming ?? true;
    this.#pauses = new RetryPauses({ clock: options.clock, random: this.#random });
  }

  /**
   * Watches again from the version that is reached, on another connection. The initial state is not interrupted; a pause after
   * a lost connection is, because the caller knows that the server answers.
   */
  reopen(): void {
    this.#stream?.close();
    this.#reconnecting.giveUp();
    this.#pauses.cut();
  }

  /** Ends when `signal` aborts, and never by an error: these are events, followed by another try. */
  async *events(signal: AbortSignal): AsyncGenerator<WatcherEvent<T>, void, void> {
    let hasState = this.#version !== undefined;
    while (!signal.aborted) {
      try {
        const stream: WatchConnection<T> | undefined = hasState ? undefined : yield* this.#initialState(signal);
        hasState = true;
        yield* this.#follow(stream, signal);
      } catch (error) {
        if (signal.aborted) return;
        const step = nextStepAfter(error);
        if (step !== 'rewatch') hasState = false;
        if (step === 'restart') this.#version = '';
        const retryInMs = this.#pauses.after(error);
        yield { type: 'failed', error, retryInMs };
        if (retryInMs > 0) await this.#pauses.wait(retryInMs, { error, signal });
      }
    }
  }

  /** Reports the state; returns the stream that continues from there, when there is one. */
  async *#initialState(signal: AbortSignal): AsyncGenerator<WatcherEvent<T>, WatchConnection<T> | undefined, void> {
    yield { type: 'init' };
    if (this.#isStreaming) {
      try {
        return yield* this.#streamState(signal);
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
    yield { type: 'state', changes: state.objects.map((object) => ({ type: 'ADDED', object })) };
    yield this.#reached(state.resourceVersion);
    return undefined;
  }

  async *#streamState(signal: AbortSignal): AsyncGenerator<WatcherEvent<T>, WatchConnection<T>, void> {
    const stream = await openConnection(
      this.#request(
        { resourceVersion: this.#version ?? '', resourceVersionMatch: 'NotOlderThan', sendInitialEvents: true },
        signal,
      ),
    );
    const reminder = this.#remind();
    let isComplete = false;
    try {
      while (!isComplete) {
        const batch = await stream.next();
        if (!batch) throw endedEarly('the watch ended before the initial state was complete');
        const end = batch.findIndex((event) => isInitialEventsEnd(event));
        const changes = statesOf(end < 0 ? batch : batch.slice(0, end));
        if (changes.length > 0) yield { type: 'state', changes };
        if (timeSlice.isOver()) await timeSlice.next();
        const bookmark = batch[end];
        if (bookmark?.type !== 'BOOKMARK') continue;
        yield this.#reached(bookmark.object.metadata.resourceVersion ?? '');
        yield* this.#changesOf(batch.slice(end + 1));
        isComplete = true;
      }
      return stream;
    } finally {
      reminder.cancel();
      if (!isComplete) stream.close();
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

  #reached(resourceVersion: string): WatcherEvent<T> {
    this.#version = resourceVersion;
    this.#pauses.listed();
    return { type: 'initDone', resourceVersion };
  }

  /** Watches for good; leaves by an error only. */
  async *#follow(first: WatchConnection<T> | undefined, signal: AbortSignal): AsyncGenerator<WatcherEvent<T>> {
    let stream = first;
    while (!signal.aborted) {
      const startedAt = this.#options.clock.now();
      this.#isUnordered = stream === undefined && !isComparable(this.#version);
      stream ??= await this.#reconnecting.open(this.#request({ resourceVersion: this.#version ?? '' }, signal));
      const events = yield* this.#drain(stream);
      const isFirst = stream === first;
      stream = undefined;
      const wasShort = this.#options.clock.now() - startedAt < SHORTEST_WATCH_MS;
      // A server or proxy that closes every watch at once must not be asked in a tight loop.
      if (!isFirst && events === 0 && wasShort && !signal.aborted)
        throw endedEarly('the watch ended at once, without an event');
    }
  }

  /** Tells all batches of a watch; returns how many events there were. */
  async *#drain(stream: WatchConnection<T>): AsyncGenerator<WatcherEvent<T>, number, void> {
    let events = 0;
    this.#stream = stream;
    try {
      for (let batch = await stream.next(); batch; batch = await stream.next()) {
        events += batch.length;
        yield* this.#changesOf(batch);
        if (timeSlice.isOver()) await timeSlice.next();
      }
      return events;
    } finally {
      this.#stream = undefined;
      stream.close();
    }
  }

  *#changesOf(batch: readonly WatchEvent<T>[]): Generator<WatcherEvent<T>, void, void> {
    const changes: WatchChange<T>[] = [];
    let bookmark: string | undefined;
    let failure: ApiError | undefined;
    for (const event of batch) {
      if (event.type === 'ERROR') {
        failure = event.error;
        break;
      }
      const version = event.object.metadata?.resourceVersion;
      if (version === undefined) continue;
      if (event.type !== 'ADDED') this.#isUnordered = false;
      if (!this.#isUnordered) this.#version = version;
      if (isChange(event)) changes.push(event);
      else bookmark = version;
    }
    if (changes.length > 0) yield { type: 'changes', changes, resourceVersion: this.#version ?? '' };
    if (failure) throw failure;
    if (bookmark !== undefined) yield { type: 'bookmark', resourceVersion: this.#version ?? bookmark };
  }

  #request(query: Omit<WatchQuery, 'timeoutSeconds'>, signal: AbortSignal): OpenOptions<T> {
    // Ended by the server after a random time, so that many watches do not come back at once.
    const timeoutSeconds = 300 + Math.floor(this.#random() * 300);
    return { ...this.#options, query: { ...query, timeoutSeconds }, signal };
  }
}

function endedEarly(message: string): ApiError {
  return new ApiError({ code: 503, reason: 'ServiceUnavailable', message });
}

function statesOf<T extends KubeObject>(batch: readonly WatchEvent<T>[]): WatchChange<T>[] {
  const changes: WatchChange<T>[] = [];
  for (const event of batch) {
    if (event.type === 'ERROR') throw event.error;
    if (isChange(event)) changes.push(event);
  }
  return changes;
}

function isChange<T extends KubeObject>(event: WatchEvent<T>): event is WatchChange<T> {
  return event.type !== 'BOOKMARK' && event.type !== 'ERROR';
}
