/** The text files of a folder. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readRegularText } from '../../regular-file.js';

/** Paths in the folder, with `/`, and their texts. */
export type FolderFiles = ReadonlyMap<string, string>;

/** Reads all files, sorted by path; a folder that does not exist is empty. */
export async function readFolder(folder: string): Promise<FolderFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return [];
      throw error;
    },
  );
  const texts = entries
    .filter((entry) => entry.isFile())
    .map((entry): [string, string] => {
      const full = path.join(entry.parentPath, entry.name);
      return [path.relative(folder, full).split(path.sep).join('/'), readRegularText(full) ?? ''];
    });
  return new Map(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
}
