/** Tells when files below a folder change, or single files anywhere. */
import { existsSync, type FSWatcher, lstatSync, readdirSync, realpathSync, watch } from 'node:fs';
import path from 'node:path';

/** Gets the path of what changed, relative to the folder and with forward slashes. */
export type ChangeListener = (file: string) => void;

/**
 * Watches a folder with all that is below it until it is disposed, however an editor saves: into the file, or by
 * putting a new file in its place.
 */
export function watchFolder(folder: string, onChange: ChangeListener): Disposable {
  if (process.platform === 'linux') return new FolderTree(folder, onChange);
  const watcher = watch(folder, { recursive: true }, (_event, name) => onChange((name ?? '').replaceAll('\\', '/')));
  return { [Symbol.dispose]: () => watcher.close() };
}

/**
 * A watcher for each folder. On Linux Node 20 to 24 make `recursive` out of a watcher for each file, and such a watcher
 * stays with the old file when a new one takes its name, as editors, `sed -i` and git do: no later change is seen.
 */
class FolderTree implements Disposable {
  readonly #root: string;
  readonly #onChange: ChangeListener;
  readonly #watchers = new Map<string, FSWatcher>();

  constructor(root: string, onChange: ChangeListener) {
    this.#root = root;
    this.#onChange = onChange;
    this.#add('', () => undefined);
  }

  [Symbol.dispose](): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Watches a folder and those in it; `onFile` gets the files that are there already. */
  #add(folder: string, onFile: ChangeListener): void {
    const absolute = path.join(this.#root, folder);
    const watcher = watch(absolute, (event, name) => this.#changed(path.posix.join(folder, name ?? ''), event));
    // A folder that goes away is noticed by the one above it.
    watcher.on('error', () => undefined);
    this.#watchers.set(folder, watcher);
    for (const entry of readdirSync(absolute, { withFileTypes: true })) {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) this.#tryAdd(name, onFile);
      else onFile(name);
    }
  }

  #changed(name: string, event: string): void {
    this.#onChange(name);
    if (event !== 'rename') return;
    this.#remove(name);
    // Files may have been written before the new folder was under watch.
    this.#tryAdd(name, this.#onChange);
  }

  /** What is not a folder, or is gone by now, needs no watcher. */
  #tryAdd(folder: string, onFile: ChangeListener): void {
    try {
      if (path.basename(folder) !== 'node_modules' && lstatSync(path.join(this.#root, folder)).isDirectory())
        this.#add(folder, onFile);
    } catch {
      this.#remove(folder);
    }
  }

  #remove(name: string): void {
    for (const [folder, watcher] of this.#watchers) {
      if (folder !== name && !folder.startsWith(`${name}/`)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
  }
}

/** Watches files wherever they are, also those that do not exist yet: each through the folder that it is in. */
export class WatchedFiles implements Disposable {
  readonly #onChange: () => void;
  readonly #watchers = new Map<string, FSWatcher>();
  #places: ReadonlySet<string> = new Set();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Watches these files, and no others any more. */
  watch(files: Iterable<string>): void {
    this.#places = new Set([...files].flatMap(placesOf));
    const folders = new Set([...this.#places].map((place) => path.dirname(place)));
    for (const [folder, watcher] of this.#watchers) {
      if (folders.has(folder)) continue;
      watcher.close();
      this.#watchers.delete(folder);
    }
    for (const folder of folders) if (!this.#watchers.has(folder)) this.#add(folder);
  }

  [Symbol.dispose](): void {
    this.watch([]);
  }

  #add(folder: string): void {
    try {
      const watcher = watch(folder, (_event, name) => {
        if (name === null || this.#places.has(path.join(folder, name))) this.#onChange();
      });
      // A deleted folder deletes its files too: their users are notified, and ask for others.
      watcher.on('error', () => this.#onChange());
      this.#watchers.set(folder, watcher);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
      this.#onChange();
    }
  }
}

/** A file by its name and where links lead; of one that does not exist, the first part of the way that is missing. */
function placesOf(file: string): string[] {
  if (existsSync(file)) return [...new Set([file, realpathSync.native(file)])];
  // Packages that are not installed are looked for in every folder up to the root of the disk.
  if (/[\\/]node_modules[\\/]/.test(file)) return [];
  let missing = file;
  while (!existsSync(path.dirname(missing))) missing = path.dirname(missing);
  return [missing];
}
