/** Keeps every path of a plan inside the project: no `..`, no absolute path, no link that leads out. */
import { lstatSync, readlinkSync, realpathSync, statSync, type Stats } from 'node:fs';
import path from 'node:path';
import { UserError } from '../errors.js';

/** Knows one root; asks the disk once for each folder. */
export class InsideRoot {
  readonly #root: string;
  readonly #real: string;
  readonly #folders = new Map<string, true>();

  /** `root` need not exist yet. */
  constructor(root: string) {
    this.#root = root;
    this.#real = realPath(root);
  }

  /** Throws unless `file`, relative to the root, can only be inside of it. */
  check(file: string): void {
    checkForm(file);
    const parts = file.split('/').slice(0, -1);
    for (let length = 1; length <= parts.length; length++) this.#checkFolder(parts.slice(0, length).join('/'), file);
    const info = infoOf(path.join(this.#root, file), lstatSync);
    if (info?.isSymbolicLink() === true) this.#checkTarget(path.join(this.#root, file), file, file);
  }

  #checkFolder(folder: string, file: string): void {
    if (this.#folders.has(folder)) return;
    const absolute = path.join(this.#root, folder);
    if (infoOf(absolute, lstatSync)?.isSymbolicLink() === true) this.#checkTarget(absolute, folder, file);
    this.#folders.set(folder, true);
  }

  #checkTarget(absolute: string, link: string, file: string): void {
    const target = realPath(absolute);
    if (isBelow(this.#real, target)) return;
    throw new UserError('outside-project', `${file} is outside the project: ${link} is a link to ${target}`, {
      fix: `replace the link ${link} with a real ${link === file ? 'file' : 'folder'}; kbts does not follow links out of a project`,
    });
  }
}

/** What is at a path; `undefined` when nothing is, or when one of its folders is a file. */
export function infoOf(file: string, ask: typeof statSync = statSync): Stats | undefined {
  try {
    return ask(file, { throwIfNoEntry: false });
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOTDIR' || code === 'ELOOP') return undefined;
    throw error;
  }
}

/** Whether `place` is `folder` or below it; both are absolute. */
export function isBelow(folder: string, place: string): boolean {
  const relative = path.relative(folder, place);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative));
}

/** The path without links; what does not exist yet is taken as it is said. */
export function realPath(place: string): string {
  const absolute = path.resolve(place);
  try {
    return realpathSync.native(absolute);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
  }
  const info = infoOf(absolute, lstatSync);
  // A link to nothing leads to where it says.
  const parent = path.dirname(absolute);
  if (info?.isSymbolicLink() === true) return realPath(path.resolve(realPath(parent), readlinkSync(absolute)));
  return parent === absolute ? absolute : path.join(realPath(parent), path.basename(absolute));
}

function checkForm(file: string): void {
  const parts = file.split('/');
  const isPlain =
    parts.every((part) => part !== '' && part !== '.' && part !== '..') &&
    // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
    !/[\u0000-\u001f\u007f]/.test(file) &&
    !path.isAbsolute(file) &&
    (path.sep === '/' || !/[\\:]/.test(file));
  if (isPlain) return;
  throw new UserError('outside-project', `${JSON.stringify(file)} is not a path inside the project`, {
    fix: 'use a relative path without ".."; to write elsewhere, run the command there with "-C"',
  });
}
