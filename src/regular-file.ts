/** Reads files that a repository or another person provides: regular files only, and not beyond a limit. */
import { closeSync, constants, openSync, readdirSync, readFileSync, readSync, statSync, type Stats } from 'node:fs';
import { UserError } from './errors.js';

/** Larger than any source, manifest or lock file, and small enough for the heap. */
export const largestFile = 64 * 1024 * 1024;

/** How a file is read. */
export interface RegularFileOptions {
  /** The name in error messages; the path by default. */
  readonly shown?: string;
  /** In bytes. */
  readonly limit?: number;
}

/** The bytes of a file; undefined when it does not exist. Everything but a readable regular file is `cannot-read`. */
export function readRegularFile(file: string, options: RegularFileOptions = {}): Buffer | undefined {
  return read(file, options, { all: () => readFileSync(file), from: (bytes) => bytes });
}

/** The text of a file, in UTF-8; undefined when it does not exist. */
export function readRegularText(file: string, options: RegularFileOptions = {}): string | undefined {
  // Node decodes a whole file faster than its bytes.
  return read(file, options, { all: () => readFileSync(file, 'utf8'), from: (bytes) => bytes.toString('utf8') });
}

/** The names in a folder; none when it does not exist. Anything else in its place is `cannot-read`. */
export function namesIn(folder: string, shown: string = folder): string[] {
  const info = statSync(folder, { throwIfNoEntry: false });
  if (info === undefined) return [];
  if (info.isDirectory()) return readdirSync(folder);
  throw unreadable(shown, 'it is not a folder', `move ${shown} away, or restore the folder from version control`);
}

interface Reading<T> {
  readonly all: () => T;
  readonly from: (bytes: Buffer) => T;
}

function read<T>(file: string, options: RegularFileOptions, { all, from }: Reading<T>): T | undefined {
  const { shown = file, limit = largestFile } = options;
  try {
    const info = statSync(file, { throwIfNoEntry: false });
    if (info === undefined) return undefined;
    checkRegular(info, shown, limit);
    // Files in /proc report no size, and reading some of them blocks.
    return info.size === 0 ? from(readUnsized(file, shown, limit)) : all();
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw unreadable(
      shown,
      (error as Error).message,
      'check its permissions, or restore it from version control',
      error,
    );
  }
}

function checkRegular(info: Stats, shown: string, limit: number): void {
  if (!info.isFile()) {
    const kind = kindOf(info);
    throw unreadable(shown, `it is a ${kind}, not a file`, `replace the ${kind} with a regular file`);
  }
  if (info.size > limit) throw tooLarge(shown, limit);
}

function readUnsized(file: string, shown: string, limit: number): Buffer {
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const parts: Buffer[] = [];
    let size = 0;
    for (;;) {
      const part = Buffer.allocUnsafe(65_536);
      const count = readSync(handle, part);
      if (count === 0) return Buffer.concat(parts);
      size += count;
      if (size > limit) throw tooLarge(shown, limit);
      parts.push(part.subarray(0, count));
    }
  } finally {
    closeSync(handle);
  }
}

function kindOf(info: Stats): string {
  if (info.isDirectory()) return 'folder';
  if (info.isFIFO()) return 'named pipe';
  return info.isSocket() ? 'socket' : 'device';
}

function tooLarge(shown: string, limit: number): UserError {
  return unreadable(shown, `it is larger than ${limit} bytes`, 'check that this is the right file');
}

function unreadable(shown: string, reason: string, fix: string, cause?: unknown): UserError {
  return new UserError('cannot-read', `${shown} cannot be read: ${reason}`, { fix, cause });
}
