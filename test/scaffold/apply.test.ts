import { spawn, spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyChanges } from '../../src/scaffold/apply.js';
import type { FileChange } from '../../src/scaffold/file-change.js';
import { recover, STAGING_FOLDER, writeJournal } from '../../src/scaffold/journal.js';
import { snapshot } from '../snapshot.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'kbts-apply-'));
  await mkdir(path.join(root, 'src'));
  await writeFile(path.join(root, 'src/old.ts'), 'old');
  await writeFile(path.join(root, 'src/gone.ts'), 'gone');
  await writeFile(path.join(root, 'moved.ts'), 'moved');
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const changes: FileChange[] = [
  { kind: 'create', path: 'a/b/new.ts', text: 'new' },
  { kind: 'create', path: 'run.sh', text: '#!/bin/sh', mode: 0o755 },
  { kind: 'modify', path: 'src/old.ts', before: 'old', text: 'changed' },
  { kind: 'move', path: 'src/v1/moved.ts', from: 'moved.ts', before: 'moved', text: 'moved, import changed' },
  { kind: 'delete', path: 'src/gone.ts', before: 'gone' },
];

const after = {
  'a/b/new.ts': 'new',
  'run.sh': '#!/bin/sh',
  'src/old.ts': 'changed',
  'src/v1/moved.ts': 'moved, import changed',
};

test('writes, changes, moves and deletes, and leaves nothing else behind', async () => {
  await applyChanges(root, changes);

  expect(await snapshot(root)).toEqual(after);
});

test('keeps the mode of a changed file', async () => {
  await chmod(path.join(root, 'src/old.ts'), 0o755);

  await applyChanges(root, changes);

  const { stat } = await import('node:fs/promises');
  expect((await stat(path.join(root, 'src/old.ts'))).mode & 0o777).toBe(0o755);
});

test('removes folders that became empty', async () => {
  await applyChanges(root, [
    { kind: 'delete', path: 'src/gone.ts', before: 'gone' },
    { kind: 'delete', path: 'src/old.ts', before: 'old' },
  ]);

  expect(await readdir(root)).toEqual(['moved.ts']);
});

test('refuses when a file was changed since the plan was made, and changes nothing', async () => {
  await writeFile(path.join(root, 'src/old.ts'), 'edited meanwhile');
  const before = await snapshot(root);

  await expect(applyChanges(root, changes)).rejects.toMatchObject({ code: 'file-changed' });

  expect(await snapshot(root)).toEqual(before);
});

test('refuses a target that is a folder, and changes nothing', async () => {
  await mkdir(path.join(root, 'a/b/new.ts'), { recursive: true });
  const before = await snapshot(root);

  await expect(applyChanges(root, changes)).rejects.toThrow();

  expect(await snapshot(root)).toEqual(before);
});

test('refuses when a folder is needed where a file is, and changes nothing', async () => {
  await writeFile(path.join(root, 'a'), 'a file');
  const before = await snapshot(root);

  await expect(applyChanges(root, changes)).rejects.toMatchObject({ code: 'cannot-write' });

  expect(await snapshot(root)).toEqual(before);
});

describe.each(['lock', 'stage', 'journal', 'write', 'clean'] as const)('a failure at step %s', (failing) => {
  test('leaves the tree as it was', async () => {
    const before = await snapshot(root);
    let count = 0;

    const run = applyChanges(root, changes, {
      onStep: (step) => {
        // Let a few files through first: a failure half-way is the interesting one.
        if (step === failing && (++count === 3 || !['stage', 'write'].includes(step))) throw diskFull();
      },
    });

    if (failing === 'clean') {
      await expect(run).rejects.toMatchObject({ code: 'cannot-write' });
      expect(await snapshot(root)).toEqual(after);
      return;
    }
    await expect(run).rejects.toMatchObject({ code: 'cannot-write' });
    expect(await snapshot(root)).toEqual(before);
  });
});

test('a process killed at any point leaves the tree before or after, once the next command has run', async () => {
  const before = await snapshot(root);
  for (let killAt = 1; killAt <= 14; killAt++) {
    const copy = await mkdtemp(path.join(tmpdir(), 'kbts-kill-'));
    for (const [file, text] of Object.entries(before)) {
      await mkdir(path.dirname(path.join(copy, file)), { recursive: true });
      await writeFile(path.join(copy, file), text);
    }
    await runAndKill(copy, killAt);

    recover(copy);

    const found = await snapshot(copy);
    expect([JSON.stringify(before), JSON.stringify(sorted(after))]).toContain(JSON.stringify(sorted(found)));
    await rm(copy, { recursive: true, force: true });
  }
}, 120_000);

test('waits for nobody: staging of a dead process is discarded', async () => {
  await mkdir(path.join(root, STAGING_FOLDER));
  await writeFile(path.join(root, STAGING_FOLDER, 'owner'), '999999999');

  await applyChanges(root, changes);

  expect(await snapshot(root)).toEqual(after);
});

test('refuses while a living process is writing', async () => {
  await mkdir(path.join(root, STAGING_FOLDER));
  await writeFile(path.join(root, STAGING_FOLDER, 'owner'), String(process.ppid));

  await expect(applyChanges(root, changes)).rejects.toMatchObject({ code: 'cannot-write' });
});

test('a journal is finished by whoever comes next', async () => {
  await mkdir(path.join(root, STAGING_FOLDER));
  await writeFile(path.join(root, STAGING_FOLDER, '0-x'), 'staged');
  writeJournal(root, [{ act: 'place', staged: '0-x', path: 'src/old.ts' }]);

  expect(recover(root)).toBe('finished');

  expect(await readFile(path.join(root, 'src/old.ts'), 'utf8')).toBe('staged');
  expect(recover(root)).toBe('nothing');
});

test('a folder that may not be written to is left as it was', async () => {
  const before = await snapshot(root);
  const bundle = await bundleApply();
  await chmod(root, 0o555);
  await chmod(path.join(root, 'src'), 0o555);
  const program = `
    import { applyChanges } from ${JSON.stringify(bundle)};
    await applyChanges(${JSON.stringify(root)}, ${JSON.stringify(changes)}).catch((error) => console.log(error.code));`;

  // The superuser may write everywhere, so the process must be somebody else.
  const somebody = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    ...somebody,
    cwd: '/',
    encoding: 'utf8',
  });

  expect(stdout).toBe('cannot-write\n');
  await chmod(root, 0o755);
  expect(await snapshot(root)).toEqual(before);
});

function diskFull(): Error {
  return Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
}

function sorted(files: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** applyChanges as a file of its own, for other processes. */
async function bundleApply(): Promise<string> {
  const { build } = await import('esbuild');
  const bundle = path.join(tmpdir(), `kbts-apply-${process.pid}.mjs`);
  if (!existsSync(bundle)) {
    const entryPoints = [path.resolve('src/scaffold/apply.ts')];
    await build({ entryPoints, bundle: true, platform: 'node', format: 'esm', outfile: bundle });
  }
  return bundle;
}

/** Runs applyChanges in a process of its own that kills itself at its n-th step. */
async function runAndKill(folder: string, killAt: number): Promise<void> {
  const bundle = await bundleApply();
  const program = `
    import { applyChanges } from ${JSON.stringify(bundle)};
    let count = 0;
    await applyChanges(${JSON.stringify(folder)}, ${JSON.stringify(changes)}, {
      onStep: () => { if (++count === ${killAt}) process.kill(process.pid, 'SIGKILL'); },
    });`;
  await new Promise((resolve) => {
    spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' }).on('close', resolve);
  });
}
