/** `kbts manifests --watch`: runs again whenever something that the manifests are made from changes. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../errors.js';
import { PROJECT_FILE } from '../../project/project-file.js';
import type { CommandPlan } from '../command-plan.js';
import { noSources } from './manifests-plan.js';
import { manifests } from './manifests.js';
import { type ManifestsOptions, withDefaults } from './project-options.js';
import { viewFiles } from '../../reader/sources/files.js';
import { infoOf } from '../../scaffold/inside-root.js';
import { WatchedFiles, watchFolder } from './watched-folder.js';

/** The callbacks of a watcher. */
export interface WatchHandlers {
  /** After each run; the changes are not written yet. */
  readonly onPlan: (plan: CommandPlan) => Promise<void> | void;
  /** When the sources have errors; watching continues. */
  readonly onError: (error: unknown) => Promise<void> | void;
}

/** Changes that come together are one run. */
const QUIET_MS = 40;

/**
 * Runs once, then after every change of a source, of what the sources import from elsewhere, of tsconfig.json or of PROJECT,
 * until the signal aborts. Runs never overlap.
 */
export async function watchManifests(
  options: ManifestsOptions,
  handlers: WatchHandlers,
  signal: AbortSignal,
): Promise<void> {
  let wake: (() => void) | undefined;
  let isDirty = true;
  const touch = (): void => {
    isDirty = true;
    wake?.();
  };
  using watched = new WatchedInputs(options, touch);
  await watched.begin();
  signal.addEventListener('abort', touch, { once: true });
  try {
    while (!signal.aborted) {
      if (!isDirty) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
        continue;
      }
      isDirty = false;
      await run(options, handlers, watched);
    }
  } finally {
    signal.removeEventListener('abort', touch);
  }
}

async function run(options: ManifestsOptions, handlers: WatchHandlers, watched: WatchedInputs): Promise<void> {
  try {
    const plan = await manifests({ ...options, onRead: (files) => watched.setFiles(files) });
    await watched.update();
    await handlers.onPlan(plan);
  } catch (error) {
    await watched.update();
    await handlers.onError(error);
  }
}

/** All that a run depends on: the folders of the sources, and files elsewhere. */
class WatchedInputs implements Disposable {
  readonly #options: ManifestsOptions;
  readonly #onChange: () => void;
  readonly #folders = new Map<string, Disposable>();
  readonly #files: WatchedFiles;
  #read: ReadonlyMap<string, string | undefined> = new Map();
  #elsewhere: ReadonlySet<string> = new Set();

  constructor(options: ManifestsOptions, onChange: () => void) {
    this.#options = options;
    this.#onChange = onChange;
    this.#files = new WatchedFiles(onChange);
  }

  /** Throws when there is nothing where the sources should be. */
  async begin(): Promise<void> {
    const missing = (await this.#paths()).find((pattern) => watchedFolder(this.#options.root, pattern) === undefined);
    if (missing !== undefined) throw noSources([missing]);
    await this.update();
  }

  /** What the last run has read. Generated files are left out: a run writes them itself. */
  setFiles(files: ReadonlyMap<string, string | undefined>): void {
    this.#read = new Map([...files].filter(([file]) => !/\.ya?ml$/.test(file)));
  }

  /** PROJECT may name other folders than before. */
  async update(): Promise<void> {
    const { root } = this.#options;
    const paths = await this.#paths();
    const folders = new Set(paths.flatMap((pattern) => watchedFolder(root, pattern) ?? []));
    for (const [folder, watcher] of this.#folders) {
      if (folders.has(folder)) continue;
      watcher[Symbol.dispose]();
      this.#folders.delete(folder);
    }
    for (const folder of folders)
      if (!this.#folders.has(folder)) this.#folders.set(folder, watchFolder(folder, this.#onChange));
    const missing = paths.filter((pattern) => watchedFolder(root, pattern) === undefined);
    const elsewhere = [...this.#read.keys()].filter(
      (file) => ![...folders].some((folder) => isPlainlyBelow(folder, file)),
    );
    this.#files.watch([
      path.resolve(root, PROJECT_FILE),
      ...missing.map((pattern) => placeOf(root, pattern)),
      ...elsewhere,
    ]);
    // What changed after it was read, and before it was watched, is a change as well.
    const { read } = viewFiles();
    const isLate = elsewhere.some((file) => !this.#elsewhere.has(file) && read(file) !== this.#read.get(file));
    this.#elsewhere = new Set(elsewhere);
    if (isLate) this.#onChange();
  }

  [Symbol.dispose](): void {
    for (const watcher of this.#folders.values()) watcher[Symbol.dispose]();
    this.#files[Symbol.dispose]();
  }

  async #paths(): Promise<readonly string[]> {
    try {
      return (await withDefaults(this.#options)).paths ?? ['src'];
    } catch (error) {
      // The run itself says what is wrong with PROJECT.
      if (error instanceof UserError) return this.#options.paths ?? ['src'];
      throw error;
    }
  }
}

/** Whether the watcher of a folder sees a file: it follows no links, and does not look at dependencies. */
function isPlainlyBelow(folder: string, file: string): boolean {
  if (!file.startsWith(folder + path.sep) || file.includes(`${path.sep}node_modules${path.sep}`)) return false;
  return (
    !existsSync(file) ||
    path.relative(realpathSync.native(folder), realpathSync.native(file)) === path.relative(folder, file)
  );
}

/** What comes before the first wildcard. */
function placeOf(root: string, pattern: string): string {
  const star = pattern.search(/[*?{[]/);
  return path.resolve(
    root,
    star < 0 ? pattern.replace(/\/\.\.\.$/, '') : pattern.slice(0, star).replace(/(?<![^/])[^/]*$/, ''),
  );
}

/** The folder before the first wildcard, or of a file; `undefined` when there is none. */
function watchedFolder(root: string, pattern: string): string | undefined {
  const place = placeOf(root, pattern);
  const found = infoOf(place);
  if (found === undefined) return undefined;
  return found.isDirectory() ? place : path.dirname(place);
}
