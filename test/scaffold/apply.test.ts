import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyChanges } from '../../src/scaffold/apply.js';
import type { FileChange } from '../../src/scaffold/file-change.js';
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

  await expect(applyChanges(root, changes)).rejects.toMatchObject({
    code: 'cannot-write',
    message: 'a/b/new.ts is not a regular file',
  });

  expect(await snapshot(root)).toEqual(before);
});

test('refuses when a folder is needed where a file is, and changes nothing', async () => {
  await writeFile(path.join(root, 'a'), 'a file');
  const before = await snapshot(root);

  await expect(applyChanges(root, changes)).rejects.toMatchObject({ code: 'cannot-write' });

  expect(await snapshot(root)).toEqual(before);
});

test('refuses a file that is a link, and a folder that is a link out of the project', async () => {
  const outside = await mkdtemp(path.join(tmpdir(), 'kbts-outside-'));
  await writeFile(path.join(outside, 'secret.ts'), 'secret');
  await symlink(outside, path.join(root, 'linked'));
  await symlink(path.join(outside, 'secret.ts'), path.join(root, 'src/secret.ts'));
  await symlink(path.join(outside, 'absent'), path.join(root, 'dangling'));
  const before = await snapshot(root);
  const hostile: FileChange[] = [
    { kind: 'create', path: 'linked/new.ts', text: 'x' },
    { kind: 'create', path: 'linked/deep/new.ts', text: 'x' },
    { kind: 'create', path: 'dangling/new.ts', text: 'x' },
    { kind: 'delete', path: 'linked/secret.ts', before: 'secret' },
    { kind: 'modify', path: 'src/secret.ts', before: 'secret', text: 'x' },
    { kind: 'move', path: 'src/taken.ts', from: 'linked/secret.ts', before: 'secret', text: 'secret' },
  ];

  for (const change of hostile)
    await expect(applyChanges(root, [...changes, change])).rejects.toMatchObject({ code: 'outside-project' });

  expect(await snapshot(root)).toEqual(before);
  expect(await snapshot(outside)).toEqual({ 'secret.ts': 'secret' });
  await rm(outside, { recursive: true });
});

test.each(['../out.ts', '/tmp/out.ts', 'a/../../out.ts', 'a/./b.ts', 'a//b.ts', '', '..', 'a/..', 'a\0b', 'a\nb'])(
  'refuses the path %j',
  async (file) => {
    const before = await snapshot(root);

    await expect(applyChanges(root, [{ kind: 'create', path: file, text: 'x' }])).rejects.toMatchObject({
      code: 'outside-project',
    });
    await expect(
      applyChanges(root, [{ kind: 'move', path: 'ok.ts', from: file, before: '', text: 'x' }]),
    ).rejects.toMatchObject({ code: 'outside-project' });

    expect(await snapshot(root)).toEqual(before);
  },
);

test('writes through a link that stays in the project', async () => {
  await symlink('src', path.join(root, 'linked'));

  await applyChanges(root, [{ kind: 'create', path: 'linked/new.ts', text: 'new' }]);

  expect(await readFile(path.join(root, 'src/new.ts'), 'utf8')).toBe('new');
});

test('a project that is reached through a link is one project', async () => {
  const link = `${root}-link`;
  await symlink(root, link);

  await applyChanges(link, changes);

  expect(await snapshot(root)).toEqual(after);
  await rm(link);
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
