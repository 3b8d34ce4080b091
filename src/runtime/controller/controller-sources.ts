/** The sources of one controller: started together, and each on its own when it comes later. */
import type { Clock } from '../clock.js';
import { linkAbort, longLivedAbort, orAborted } from '../linked-abort.js';
import type { Logger } from '../log/logger.js';
import type { ControllerOptions } from './controller-options.js';
import { LOW_PRIORITY } from './event-handler.js';
import type { ControllerHost } from './host.js';
import { failuresOf, type QueueWriter, type Source } from './source.js';

const DEFAULT_SYNC_TIMEOUT_MS = 120_000;

/** What sources need of their controller. */
export interface ControllerSourcesOptions {
  readonly name: string;
  readonly host: ControllerHost;
  readonly sources: readonly Source[];
  readonly options: ControllerOptions;
  readonly log: Logger;
  readonly clock: Clock;
  readonly writer: () => QueueWriter;
}

/** Starts once, ends once. */
export class ControllerSources {
  readonly #parts: ControllerSourcesOptions;
  readonly #sources: { readonly source: Source; readonly removed?: AbortSignal }[];
  readonly #stop = longLivedAbort();
  #started: Promise<void> | undefined;

  constructor(parts: ControllerSourcesOptions) {
    this.#parts = parts;
    this.#sources = parts.sources.map((source) => ({ source }));
  }

  /** Resolves when all have brought their first state. */
  start(): Promise<void> {
    this.#started ??= Promise.all(this.#sources.map((one) => this.#startOne(one.source, one.removed))).then(
      () => undefined,
    );
    return this.#started;
  }

  /** Starts them early. They end with the controller, or with the manager when it never came to that. */
  warmUp(signal: AbortSignal, isRunning: () => boolean): Promise<void> {
    const giveUp = (): void => {
      if (!isRunning()) this.end(signal.reason);
    };
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    return this.start();
  }

  /** One more, at once when the others have started. */
  async add(source: Source): Promise<{ remove(): void }> {
    const own = longLivedAbort();
    const entry = { source, removed: own.signal };
    const remove = (reason: unknown = new Error(`the source "${source.name}" was removed`)): void => {
      if (this.#sources.includes(entry)) this.#sources.splice(this.#sources.indexOf(entry), 1);
      own.abort(reason);
    };
    if (!this.#started) {
      this.#sources.push(entry);
      return { remove: () => remove() };
    }
    try {
      await this.#startOne(source, own.signal);
    } catch (error) {
      remove(error);
      throw error;
    }
    return { remove: () => remove() };
  }

  end(reason: unknown): void {
    this.#stop.abort(reason);
  }

  async #startOne(source: Source, removed?: AbortSignal): Promise<void> {
    const { name, log, options, clock, writer } = this.#parts;
    const { cacheSyncTimeoutMs = DEFAULT_SYNC_TIMEOUT_MS, lowPriority = LOW_PRIORITY } = options;
    const { signal } = removed ? this.#untilRemoved(removed) : this.#stop;
    const link = linkAbort([signal], {
      timeoutMs: cacheSyncTimeoutMs,
      clock,
      timeoutError: () => new Error(this.#syncFailure(source, cacheSyncTimeoutMs)),
    });
    try {
      const context = { signal, log, lowPriority };
      const start = async (): Promise<void> => (await source.start(writer(), context)).synced;
      await orAborted(start(), link.signal);
    } catch (cause) {
      if (link.signal.aborted) throw cause;
      throw new Error(`controller "${name}": source "${source.name}" could not start: ${String(cause)}`, { cause });
    } finally {
      link[Symbol.dispose]();
    }
  }

  /** Ends with the source or with all of them; a source that was removed is no longer held by the others' signal. */
  #untilRemoved(removed: AbortSignal): { readonly signal: AbortSignal } {
    const link = linkAbort([this.#stop.signal, removed]);
    link.signal.addEventListener('abort', () => link[Symbol.dispose](), { once: true });
    return link;
  }

  #syncFailure(source: Source, timeoutMs: number): string {
    const { name, host } = this.#parts;
    const causes = source.problems?.() ?? failuresOf(host.cache.health);
    const because = causes.length === 0 ? '' : `; ${causes.join('; ')}`;
    return `controller "${name}": source "${source.name}" was not in sync within ${timeoutMs / 1000} s${because}`;
  }
}
