import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '..');

/** A new folder, deleted by `clean`. */
export async function temporaryFolder(name = 'kbts'): Promise<{ root: string; clean: () => Promise<void> }> {
  const parent = await mkdtemp(path.join(tmpdir(), 'kbts-test-'));
  const root = path.join(parent, name);
  await mkdir(root);
  return { root, clean: () => rm(parent, { recursive: true, force: true }) };
}

/**
 * Gives a generated project the packages of this repository, and kbts itself, without installing anything. Caches are its
 * own: other tests run side by side with this one.
 */
export async function linkPackages(root: string): Promise<void> {
  const target = path.join(root, 'node_modules');
  await mkdir(target);
  const names = await readdir(path.join(repository, 'node_modules'));
  for (const name of names.filter((one) => !/^\.(?:cache|vite)/.test(one))) {
    await symlink(path.join(repository, 'node_modules', name), path.join(target, name));
  }
  await symlink(repository, path.join(target, 'kbts'));
}

/** A program of this repository's node_modules. */
export function localProgram(name: string): string {
  return path.join(repository, 'node_modules', '.bin', name);
}
