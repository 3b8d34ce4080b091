/** Waits for changes of files. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { watchFolder } from '../../manifests/watched-folder.js';
import { layout } from '../../../project/layout.js';

/** Changes that come together are one. */
const quietMs = 100;

/** Whether `kbts dev` has to do something: not for tests, nor for what it generates itself. */
export function changesOperator(file: string): boolean {
  if (file.startsWith(`${layout.sources}/`))
    return /\.(ts|mts|json)$/.test(file) && !/\.test\.ts$|^src\/api\/(.*\/)?index(\.schema)?\.ts$/.test(file);
  return file.startsWith(`${layout.samples}/`) && /\.ya?ml$/.test(file);
}

/** Folders under watch. */
export class WatchedSources implements Disposable {
  readonly #watchers: Disposable[];
  readonly #changed = new Set<string>();
  #wake: (() => void) | undefined;
  #changedAt = 0;

  /** Watches those of `folders` that exist; `isRelevant` gets paths relative to `root`. */
  constructor(root: string, folders: readonly string[], isRelevant: (file: string) => boolean) {
    this.#watchers = folders
      .filter((folder) => existsSync(path.join(root, folder)))
      .map((folder) =>
        watchFolder(path.join(root, folder), (name) => {
          const file = path.posix.join(folder, name);
          if (!isRelevant(file)) return;
          if (this.#changed.size === 0) this.#changedAt = Date.now();
          this.#changed.add(file);
          this.#wake?.();
        }),
      );
  }

  /** When the first file of the last change was saved. */
  get changedAt(): number {
    return this.#changedAt;
  }

  /** Files that have changed since the last call; waits for some. Empty when the signal aborts. */
  async next(signal: AbortSignal): Promise<string[]> {
    if (this.#changed.size === 0) await this.#waitForOne(signal);
    if (signal.aborted) return [];
    // Editors and generators write several files, and each more than once.
    for (let count = -1; count !== this.#changed.size;) {
      count = this.#changed.size;
      await new Promise((resolve) => setTimeout(resolve, quietMs));
    }
    const files = [...this.#changed].sort();
    this.#changed.clear();
    return files;
  }

  [Symbol.dispose](): void {
    for (const watcher of this.#watchers) watcher[Symbol.dispose]();
  }

  async #waitForOne(signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        signal.removeEventListener('abort', done);
        this.#wake = undefined;
        resolve();
      };
      this.#wake = done;
      if (signal.aborted) done();
      else signal.addEventListener('abort', done, { once: true });
    });
  }
}
