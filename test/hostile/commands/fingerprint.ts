import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Everything below a folder: names, kinds, modes and contents. */
export function fingerprint(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name): [string, string] => {
    const file = path.join(folder, name);
    const info = lstatSync(file);
    return [name, `${info.mode.toString(8)} ${info.isFile() ? readFileSync(file, 'latin1') : ''}`];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
