/** Reads a file of a project: never through a link that leaves the project, and regular files only. */
import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../errors.js';
import { readRegularText } from '../regular-file.js';
import { infoOf, InsideRoot } from './inside-root.js';

/** The text of a file, whose path is relative to the root; undefined when it does not exist. */
export function readInside(root: string, file: string, inside = new InsideRoot(root)): string | undefined {
  inside.check(file);
  const text = readRegularText(path.join(root, file), { shown: file });
  if (text === undefined) checkFolders(root, file);
  return text;
}

/** Makes sure that others can read the manifests in a folder, or a single one: none leads out, none is a pipe. */
export function checkManifestsInside(root: string, place: string): void {
  const info = infoOf(path.join(root, place));
  if (info === undefined) return;
  if (!info.isDirectory()) {
    readInside(root, place);
    return;
  }
  const inside = new InsideRoot(root);
  inside.check(`${place}/x`);
  const names = readdirSync(path.join(root, place)).filter((name) => /\.(?:ya?ml|json)$/.test(name));
  for (const name of names) readInside(root, `${place}/${name}`, inside);
}

/** A file cannot be written later where one of its folders is a file. */
function checkFolders(root: string, file: string): void {
  for (let folder = path.posix.dirname(file); folder !== '.'; folder = path.posix.dirname(folder)) {
    const info = infoOf(path.join(root, folder), lstatSync);
    if (info === undefined) continue;
    if (info.isDirectory() || info.isSymbolicLink()) return;
    throw new UserError('cannot-read', `${file} cannot exist: ${folder} is not a folder`, {
      fix: `move ${folder} away`,
    });
  }
}
