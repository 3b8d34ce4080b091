/** A file that somebody else replaces now and then: a projected token, a CA bundle, a client certificate. */
import { readCredentialFile } from './credential-file.js';

/**
 * Reads a file at most once per interval. Projected volumes swap symbolic links, which `fs.watch` misses, so the
 * file is simply read again.
 */
export class WatchedFile {
  readonly path: string;
  readonly #intervalMs: number;
  readonly #now: () => number;
  #text: string | undefined;
  #readAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<string> | undefined;

  constructor(path: string, options: { intervalMs?: number; now?: () => number } = {}) {
    this.path = path;
    this.#intervalMs = options.intervalMs ?? 10_000;
    this.#now = options.now ?? (() => performance.now());
  }

  /** The file's text. When it cannot be read again, what was read last. */
  text(): string | Promise<string> {
    if (this.#text !== undefined && this.#now() - this.#readAt < this.#intervalMs) return this.#text;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /** Makes the next `text` read the file. */
  invalidate(): void {
    this.#readAt = Number.NEGATIVE_INFINITY;
  }

  async #read(): Promise<string> {
    try {
      this.#text = await readCredentialFile(this.path);
    } catch (error) {
      // A file may be missing for the moment in which it is replaced.
      if (this.#text === undefined) throw error;
    }
    this.#readAt = this.#now();
    return this.#text;
  }
}
