/** The icon of an operator, in config/manifests. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { layout } from '../../project/layout.js';

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

/** The first that exists, if any. */
export async function readIcon(root: string): Promise<Icon | undefined> {
  for (const [name, mediatype] of mediaTypes) {
    const bytes = await readFile(path.join(root, layout.bundle, name)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw error;
    });
    if (bytes !== undefined) return { base64data: bytes.toString('base64'), mediatype };
  }
  return undefined;
}
