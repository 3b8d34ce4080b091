/** One watch request that always ends: by the server, by a cut, by its deadline, or by us. */
import { isTooLarge } from '../connection/answer-limit.js';
import { is } from '../requests/api-error.js';
import type { WatchEvent } from './watch-stream.js';
import { type Clock, pause } from '../../clock.js';
import type { KubeObject } from '../../object/meta.js';
import { linkAbort, orAborted } from '../../linked-abort.js';
import type { ListWatch, WatchQuery } from './list-watch.js';
import { OpeningPace } from './opening-pace.js';

/** Batches of events; must be closed. */
export interface WatchConnection<T extends KubeObject = KubeObject> {
  /** The next batch; undefined when the watch is over, however that came. Rejects when the signal aborted. */
  next(): Promise<readonly WatchEvent<T>[] | undefined>;
  close(): void;
}

/** How much later than the server we end a watch. */
const DEADLINE_MARGIN_MS = 30_000;

/** What a connection is opened with. */
export interface OpenOptions<T extends KubeObject> {
  readonly source: ListWatch<T>;
  readonly query: WatchQuery;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Gives up the request, as long as it is not answered. */
  readonly giveUp?: AbortSignal;
}

/** Opens the connections of one watch, one after the other. */
export class Reconnecting {
  readonly #pace = new OpeningPace();
  #giveUp: AbortController | undefined;

  /** A request that was given up is sent again, on another connection. */
  async open<T extends KubeObject>(options: OpenOptions<T>): Promise<WatchConnection<T>> {
    await this.#paced(options);
    for (;;) {
      const giveUp = new AbortController();
      this.#giveUp = giveUp;
      try {
        return await openConnection({ ...options, giveUp: giveUp.signal });
      } catch (error) {
        if (options.signal.aborted || !giveUp.signal.aborted) throw error;
      } finally {
        this.#giveUp = undefined;
      }
    }
  }

  async #paced({ clock, signal }: Pick<OpenOptions<KubeObject>, 'clock' | 'signal'>): Promise<void> {
    const waitMs = this.#pace.waitMs(clock.now());
    if (waitMs === 0) return;
    this.#giveUp = new AbortController();
    using link = linkAbort([signal, this.#giveUp.signal]);
    await pause(clock, waitMs, link.signal);
    this.#giveUp = undefined;
  }

  /** Gives up the request that is not answered yet, or the pause before it, if there is one. */
  giveUp(): void {
    this.#giveUp?.abort();
  }
}

/** Rejects when the server refuses. */
export async function openConnection<T extends KubeObject>(options: OpenOptions<T>): Promise<WatchConnection<T>> {
  const { source, query, clock, signal, giveUp } = options;
  const link = linkAbort([signal], { timeoutMs: query.timeoutSeconds * 1000 + DEADLINE_MARGIN_MS, clock });
  const close = (): void => {
    link.abort();
    link[Symbol.dispose]();
  };
  giveUp?.addEventListener('abort', close, { once: true });
  try {
    const events = await orAborted(source.watch(query, link.signal), link.signal);
    const iterator = events[Symbol.asyncIterator]();
    return {
      async next() {
        try {
          const { done, value } = await iterator.next();
          return done ? undefined : value;
        } catch (error) {
          // An event that is too long comes again when the watch resumes, so it is a failure with a pause.
          const isCut = is.connection(error) && !isTooLarge(error);
          const isOver = isCut || (link.signal.aborted && !signal.aborted);
          if (isOver) return undefined;
          throw error;
        }
      },
      close() {
        close();
        // It may be waiting for a batch that never comes; the abort above ends that.
        iterator.return?.().then(undefined, () => undefined);
      },
    };
  } catch (error) {
    close();
    throw error;
  } finally {
    giveUp?.removeEventListener('abort', close);
  }
}
