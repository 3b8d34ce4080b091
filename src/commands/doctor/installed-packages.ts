/** Compares node_modules with what the project asks for. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Project } from '../../project/project.js';
import { packageManagerWords } from '../../tools/package-manager.js';
import { readRegularText } from '../../regular-file.js';
import type { Finding } from './finding.js';

const check = 'node_modules';

/** A fresh checkout has no packages yet; some that are missing, or others than the lock file says, are a problem. */
export async function checkInstalled(
  root: string,
  { packageManager }: Pick<Project, 'packageManager'>,
): Promise<Finding> {
  const fix = `run "${packageManagerWords(packageManager).pmInstall}"`;
  const wanted = await directDependencies(root);
  if (!(await stat(path.join(root, 'node_modules')).catch(() => undefined)))
    return { check, status: 'warning', message: 'the packages of the project are not installed', fix };
  const locked = await lockedVersions(root);
  const missing: string[] = [];
  const other: string[] = [];
  for (const name of wanted) {
    const version = await readJson<{ version?: string }>(path.join(root, 'node_modules', name, 'package.json'));
    const expected = locked[`node_modules/${name}`]?.version;
    if (version === undefined) missing.push(name);
    else if (expected !== undefined && version.version !== expected)
      other.push(`${name} is ${version.version ?? 'of no version'}, and package-lock.json says ${expected}`);
  }
  if (missing.length > 0) return { check, status: 'problem', message: `not installed: ${missing.join(', ')}`, fix };
  if (other.length > 0) return { check, status: 'problem', message: `not up to date: ${other.join('; ')}`, fix };
  const count = wanted.length;
  return { check, status: 'ok', message: `${count} ${count === 1 ? 'package' : 'packages'} as package.json asks for` };
}

async function directDependencies(root: string): Promise<string[]> {
  const manifest = await readJson<Manifest>(path.join(root, 'package.json'));
  return Object.keys({ ...manifest?.dependencies, ...manifest?.devDependencies });
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Versions of npm's lock file; other package managers check theirs when they run. */
async function lockedVersions(root: string): Promise<Readonly<Record<string, { readonly version?: string }>>> {
  const lock = await readJson<{ packages?: Record<string, { version?: string }> }>(
    path.join(root, 'package-lock.json'),
  );
  return lock?.packages ?? {};
}

/** Undefined for a file that is not there, or is not JSON: other checks report that. */
async function readJson<T extends object>(file: string): Promise<T | undefined> {
  const text = readRegularText(file);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
