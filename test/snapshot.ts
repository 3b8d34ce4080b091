import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

/** Every file below a folder with its text, sorted by path; folders that hold nothing count with a slash. */
export async function snapshot(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files: [string, string][] = [];
  for (const entry of entries) {
    const absolute = path.join(entry.parentPath, entry.name);
    const relative = path.relative(root, absolute);
    if (relative.startsWith('node_modules')) continue;
    if (entry.isFile()) files.push([relative, await readFile(absolute, 'utf8')]);
    else if (entry.isDirectory() && (await readdir(absolute)).length === 0) files.push([`${relative}/`, '']);
  }
  return Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}
