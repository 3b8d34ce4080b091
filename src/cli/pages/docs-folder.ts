/** Where the documentation is that came with this version. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../../package-root.js';

/** The folder of the documentation, as somebody in `cwd` would write it; undefined when it is not there. */
export function docsFolder(cwd: string, root = packageRoot()): string | undefined {
  const docs = path.join(root, 'docs');
  if (!existsSync(docs)) return undefined;
  const installed = path.join('node_modules', 'kbts', 'docs');
  // A linked package is elsewhere, but this is where people look for it.
  if (isSameFolder(path.join(cwd, installed), docs)) return installed;
  const relative = path.relative(cwd, docs);
  return relative.length < docs.length ? relative : docs;
}

function isSameFolder(left: string, right: string): boolean {
  return existsSync(left) && realpathSync(left) === realpathSync(right);
}
