/** The icon of an operator, in config/manifests. */
import path from 'node:path';
import { layout } from '../../project/layout.js';
import { readRegularFile } from '../../regular-file.js';
import { InsideRoot } from '../../scaffold/inside-root.js';

/** An icon as a CSV carries it. */
export interface Icon {
  readonly base64data: string;
  readonly mediatype: string;
}

const mediaTypes: readonly (readonly [string, string])[] = [
  ['icon.svg', 'image/svg+xml'],
  ['icon.png', 'image/png'],
  ['icon.jpg', 'image/jpeg'],
  ['icon.jpeg', 'image/jpeg'],
  ['icon.gif', 'image/gif'],
];

/** The whole CSV, with the icon in base64, must fit into etcd. */
const largestIcon = 1024 * 1024;

/** The first that exists, if any. */
export async function readIcon(root: string): Promise<Icon | undefined> {
  for (const [name, mediatype] of mediaTypes) {
    const file = `${layout.bundle}/${name}`;
    new InsideRoot(root).check(file);
    const bytes = readRegularFile(path.join(root, file), { shown: file, limit: largestIcon });
    if (bytes !== undefined) return { base64data: bytes.toString('base64'), mediatype };
  }
  return undefined;
}
