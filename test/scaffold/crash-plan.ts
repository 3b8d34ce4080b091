import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileChange } from '../../src/scaffold/file-change.js';

/** A project to change, and a place for journals; both new. */
export interface Place {
  readonly folder: string;
  readonly root: string;
  readonly state: string;
}

const count = (length: number): number[] => Array.from({ length }, (_, index) => index);

/** A project before the plan. */
export function newPlace(): Place {
  const folder = mkdtempSync(path.join(tmpdir(), 'kbts-crash-'));
  const root = path.join(folder, 'project');
  for (const change of thirtyChanges) {
    if (change.kind === 'create') continue;
    const file = path.join(root, change.kind === 'move' ? change.from : change.path);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, change.before);
  }
  chmodSync(path.join(root, 'src/modified-0.ts'), 0o755);
  return { folder, root, state: path.join(folder, 'state') };
}

/** Thirty changes of every kind: new folders, emptied folders, moves, files that can be run. */
export const thirtyChanges: readonly FileChange[] = [
  ...count(8).map((n): FileChange => ({
    kind: 'create',
    path: `new/${n % 3}/deep/created-${n}.ts`,
    text: `created ${n}`,
  })),
  { kind: 'create', path: 'run.sh', text: '#!/bin/sh\n', mode: 0o755 },
  { kind: 'create', path: 'logo.bin', text: Uint8Array.from([0, 255, 128, 10]) },
  ...count(7).map((n): FileChange => ({
    kind: n % 2 === 0 ? 'modify' : 'regenerate',
    path: `src/modified-${n}.ts`,
    before: `old ${n}`,
    text: `changed ${n}`,
  })),
  ...count(6).map((n): FileChange => ({
    kind: 'delete',
    path: `${n < 3 ? 'emptied/far/down' : 'src'}/gone-${n}.ts`,
    before: `gone ${n}`,
  })),
  ...count(7).map((n): FileChange => ({
    kind: 'move',
    from: `moved/${n}.ts`,
    path: `src/v1/${n}.ts`,
    before: `moved ${n}`,
    text: `moved ${n}, import changed`,
  })),
];

/** Every file with its bytes and mode, and every folder; what a person would call the tree. */
export function treeOf(root: string): string {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const lines = entries.map((entry) => {
    const file = path.join(entry.parentPath, entry.name);
    const name = path.relative(root, file);
    if (entry.isDirectory()) return `${name}/`;
    return `${name} ${(statSync(file).mode & 0o777).toString(8)} ${readFileSync(file).toString('base64')}`;
  });
  return lines.sort().join('\n');
}

/** What is left of journals. */
export function leftovers({ root, state }: Place): string[] {
  const inState = existsSync(state) ? readdirSync(state) : [];
  return [...inState, ...readdirSync(root).filter((name) => name.startsWith('.kbts'))];
}
