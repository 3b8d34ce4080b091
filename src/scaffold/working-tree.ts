/** The tree of a project with changes that have not been written yet. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../errors.js';
import type { FileChange } from './file-change.js';
import { InsideRoot } from './inside-root.js';
import { readInside } from './read-inside.js';

type Pending = Readonly<{
  kind: 'create' | 'modify' | 'regenerate' | 'delete';
  text: string | Uint8Array;
  mode?: number;
  from?: string;
}>;

/**
 * Collects what a command wants to change. Reads see the pending changes, nothing is written, and
 * `changes()` tells the difference to the disk.
 */
export class WorkingTree {
  readonly root: string;
  private readonly inside: InsideRoot;
  private readonly pending = new Map<string, Pending>();
  private readonly original = new Map<string, string | undefined>();

  constructor(root: string) {
    this.root = root;
    this.inside = new InsideRoot(root);
  }

  /** The text of a file, or `undefined` when there is none. */
  async find(file: string): Promise<string | undefined> {
    const pending = this.pending.get(file);
    if (pending !== undefined) return pending.kind === 'delete' ? undefined : asText(pending.text);
    return this.onDisk(file);
  }

  /** The text of a file that must exist. */
  async read(file: string): Promise<string> {
    const text = await this.find(file);
    if (text === undefined) {
      throw new UserError('not-found', `${file} does not exist`, {
        fix: 'restore it from version control; kbts needs it for this command',
      });
    }
    return text;
  }

  async exists(file: string): Promise<boolean> {
    return (await this.find(file)) !== undefined;
  }

  /** A new file. An existing one is an error, unless `force` says to overwrite it. */
  async create(
    file: string,
    text: string | Uint8Array,
    options: { force?: boolean; mode?: number } = {},
  ): Promise<void> {
    if (options.force !== true && (await this.exists(file))) {
      throw new UserError('file-exists', `${file} exists already`, {
        fix: 'move it away, or pass --force to overwrite it',
      });
    }
    const kind = this.onDisk(file) === undefined ? 'create' : 'regenerate';
    this.pending.set(file, { kind, text, mode: options.mode });
  }

  /** A new file, unless there is one already. */
  async createIfAbsent(file: string, text: string): Promise<void> {
    if (!(await this.exists(file))) await this.create(file, text);
  }

  /** A generated file, which is always overwritten. */
  async regenerate(file: string, text: string): Promise<void> {
    this.onDisk(file);
    this.pending.set(file, { kind: 'regenerate', text });
  }

  /** Changes an existing file. */
  async edit(file: string, change: (text: string) => string | Promise<string>): Promise<void> {
    const text = await this.read(file);
    const changed = await change(text);
    if (changed === text) return;
    const pending = this.pending.get(file);
    this.pending.set(file, pending === undefined ? { kind: 'modify', text: changed } : { ...pending, text: changed });
  }

  async delete(file: string): Promise<void> {
    if (this.onDisk(file) === undefined) this.pending.delete(file);
    else this.pending.set(file, { kind: 'delete', text: '' });
  }

  async move(from: string, to: string): Promise<void> {
    const text = await this.read(from);
    await this.create(to, text);
    const created = this.pending.get(to);
    if (created !== undefined) this.pending.set(to, { ...created, from });
    await this.delete(from);
  }

  /** All files below a folder, pending ones included, sorted. */
  async list(folder: string): Promise<string[]> {
    const files = new Set((await listFiles(path.join(this.root, folder))).map((file) => `${folder}/${file}`));
    for (const [file, { kind }] of this.pending) {
      if (!file.startsWith(`${folder}/`)) continue;
      if (kind === 'delete') files.delete(file);
      else files.add(file);
    }
    return [...files].sort();
  }

  /** A tree with the same pending changes, to try something out. */
  copy(): WorkingTree {
    const copy = new WorkingTree(this.root);
    for (const [file, pending] of this.pending) copy.pending.set(file, pending);
    for (const [file, text] of this.original) copy.original.set(file, text);
    return copy;
  }

  /** Pending contents by path, for readers that look at files themselves. */
  overlay(): { texts: Map<string, string>; removed: Set<string> } {
    const texts = new Map<string, string>();
    const removed = new Set<string>();
    for (const [file, { kind, text }] of this.pending) {
      if (kind === 'delete') removed.add(file);
      else texts.set(file, asText(text));
    }
    return { texts, removed };
  }

  /** What differs from the disk, sorted by path. */
  changes(): FileChange[] {
    const changes: FileChange[] = [];
    for (const [file, { kind, text, mode, from }] of [...this.pending].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const before = this.original.get(file);
      if (kind === 'delete') {
        if (before !== undefined && !this.isMoved(file)) changes.push({ kind, path: file, before });
        continue;
      }
      if (from !== undefined) {
        changes.push({ kind: 'move', path: file, from, before: this.original.get(from) ?? '', text: asText(text) });
      } else if (before === undefined) changes.push({ kind: 'create', path: file, text, mode });
      else if (before !== asText(text))
        changes.push({ kind: kind === 'create' ? 'modify' : kind, path: file, before, text: asText(text) });
    }
    return changes;
  }

  private isMoved(file: string): boolean {
    return [...this.pending.values()].some(({ from }) => from === file);
  }

  private onDisk(file: string): string | undefined {
    if (this.original.has(file)) return this.original.get(file);
    const text = readInside(this.root, file, this.inside);
    this.original.set(file, text);
    return text;
  }
}

function asText(content: string | Uint8Array): string {
  return typeof content === 'string' ? content : Buffer.from(content).toString('latin1');
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}
