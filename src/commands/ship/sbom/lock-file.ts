/** What lock files know about packages: where they come from, and their hashes. */
import path from 'node:path';
import type { PackageManager } from '../../../project/project.js';
import { readRegularText } from '../../../regular-file.js';
import { packageManagerWords } from '../../../tools/package-manager.js';
import { fromYaml } from '../../../yaml.js';
import { asMap, readJson } from '../../read-json.js';

/** By name and version. */
export type LockedPackages = ReadonlyMap<string, { readonly integrity?: string; readonly resolved?: string }>;

/** The packages of the project's lock file; none of a lock file without hashes of archives, or without a lock file. */
export async function lockedPackages(root: string, manager: PackageManager): Promise<LockedPackages> {
  const file = path.join(root, packageManagerWords(manager).pmLockFile);
  if (manager === 'npm') return fromNpm(await readJson(file));
  if (manager !== 'pnpm') return new Map();
  const text = readRegularText(file) ?? '';
  return fromPnpm(fromYaml(text));
}

function fromNpm(lock: unknown): LockedPackages {
  const found = new Map<string, { integrity?: string; resolved?: string }>();
  for (const [place, value] of entriesAt(lock, 'packages')) {
    const { version, integrity, resolved } = asMap(value);
    const name = place.includes('node_modules/') ? place.split('node_modules/').at(-1) : undefined;
    if (!name || typeof version !== 'string') continue;
    found.set(`${name}@${version}`, {
      ...(typeof integrity === 'string' && { integrity }),
      ...(typeof resolved === 'string' && /^https?:/.test(resolved) && { resolved }),
    });
  }
  return found;
}

function fromPnpm(lock: unknown): LockedPackages {
  const found = new Map<string, { integrity?: string }>();
  for (const [id, value] of entriesAt(lock, 'packages')) {
    const integrity = entriesAt(value, 'resolution').find(([key]) => key === 'integrity')?.[1];
    if (typeof integrity === 'string') found.set(id.replace(/^\//, ''), { integrity });
  }
  return found;
}

function entriesAt(value: unknown, key: string): [string, unknown][] {
  return Object.entries(asMap(asMap(value)[key]));
}
