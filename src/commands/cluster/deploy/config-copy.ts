/** Copies config/ to where it can be edited. Links inside the project become what they point to; others are refused. */
import { lstatSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../../errors.js';
import { readRegularFile } from '../../../regular-file.js';
import { infoOf, InsideRoot } from '../../../scaffold/inside-root.js';

/** More than any project has: a link may lead to node_modules. */
const mostFiles = 10_000;
const mostBytes = 256 * 1024 * 1024;

/** Copies the folder `config` of a project to `target/config`. */
export function copyConfig(root: string, target: string): void {
  const inside = new InsideRoot(root);
  let files = 0;
  let bytes = 0;
  const copyFile = (file: string): void => {
    const content = readRegularFile(path.join(root, file), { shown: file });
    // A link to a file of the project that does not exist: kustomize reports it when it is needed.
    if (content === undefined) return;
    files++;
    bytes += content.length;
    if (files > mostFiles || bytes > mostBytes) throw tooMuch();
    writeFileSync(path.join(target, file), content, { flag: 'wx' });
  };
  const copyFolder = (folder: string, above: ReadonlySet<string>): void => {
    const real = realpathSync.native(path.join(root, folder));
    if (above.has(real)) throw loop(folder);
    mkdirSync(path.join(target, folder));
    for (const name of readdirSync(path.join(root, folder)).sort())
      copy(`${folder}/${name}`, new Set([...above, real]));
  };
  const copy = (place: string, above: ReadonlySet<string>): void => {
    if (infoOf(path.join(root, place), lstatSync)?.isSymbolicLink() === true) inside.check(place);
    if (infoOf(path.join(root, place))?.isDirectory() === true) copyFolder(place, above);
    else copyFile(place);
  };
  copy('config', new Set());
}

function loop(folder: string): UserError {
  return new UserError('cannot-read', `${folder} cannot be read: it is a link to a folder that contains it`, {
    fix: `replace the link ${folder} with a real folder`,
  });
}

function tooMuch(): UserError {
  return new UserError('cannot-read', `config cannot be read: it has more than ${mostFiles} files or 256 MiB`, {
    fix: 'move what does not belong to the manifests out of config, and check its links',
  });
}
