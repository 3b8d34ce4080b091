import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { packageManagers } from '../../src/project/project.js';
import {
  installDependencies,
  isPublished,
  packageManagerSpec,
  packageManagerWords,
} from '../../src/tools/package-manager.js';

const originalPath = process.env.PATH;
afterEach(() => {
  process.env.PATH = originalPath;
});

/** Puts a program called npm before the real one. */
async function fakeNpm(script: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-npm-'));
  await writeFile(path.join(folder, 'npm'), `#!/bin/sh\n${script}\n`);
  await chmod(path.join(folder, 'npm'), 0o755);
  process.env.PATH = `${folder}:${originalPath}`;
  return folder;
}

test.each([...packageManagers])('%s has its words', (manager) => {
  expect(packageManagerWords(manager).pmInstall).toBe(`${manager} install`);
});

describe('a version counts as published', () => {
  const answer = (fields: object): string => `echo '${JSON.stringify(fields)}'`;

  test.each([
    ['when the registry serves it', answer({ version: '1.2.3', bin: { kbts: 'bin/kbts.js' } }), true],
    ['not when a stranger took the name', answer({ version: '1.2.3', bin: { other: 'x' } }), false],
    ['not when the version differs', answer({ version: '1.2.4', bin: { kbts: 'bin/kbts.js' } }), false],
    ['not when there is nothing', 'exit 1', false],
    ['not when the answer is no JSON', 'echo oops', false],
  ])('%s', async (_, script, expected) => {
    const folder = await fakeNpm(script);

    expect(await isPublished('kbts', '1.2.3', folder)).toBe(expected);
  });
});

test('installing reports lines and fails with what npm said', async () => {
  const folder = await fakeNpm('echo added 3 packages; echo bad thing >&2; exit 7');
  const lines: string[] = [];

  await expect(installDependencies('npm', folder, (line) => lines.push(line))).rejects.toMatchObject({
    code: 'tool-failed',
    message: expect.stringContaining('bad thing'),
  });
  expect(lines).toContain('added 3 packages');
});

test('installing with npm counts packages, and its failure has no lines about the registry', async () => {
  const answer = (name: string): string =>
    `echo 'npm http fetch GET 200 https://registry/${name} 12ms (cache miss)' >&2`;
  const script = [
    answer('a'),
    answer('a/-/a-1.tgz'),
    answer('b/-/b-1.tgz'),
    'echo $* >&2',
    'echo no room >&2',
    'exit 7',
  ];
  const folder = await fakeNpm(script.join('; '));
  const lines: string[] = [];

  const failed = await installDependencies('npm', folder, (line) => lines.push(line)).catch((error: unknown) => error);

  expect(lines).toEqual([
    '1 package fetched',
    '2 packages fetched',
    'install --no-audit --no-fund --loglevel=http --prefer-offline',
    'no room',
    '1 package fetched',
    '2 packages fetched',
    'install --no-audit --no-fund --loglevel=http',
    'no room',
  ]);
  expect(String(failed)).toContain('no room');
  expect(String(failed)).not.toContain('registry/');
});

test('what npm knows from earlier may be too old: then the registry is asked', async () => {
  const folder = await fakeNpm('case "$*" in *--prefer-offline*) exit 1;; esac; echo done');
  const lines: string[] = [];

  await installDependencies('npm', folder, (line) => lines.push(line));

  expect(lines).toEqual(['done']);
});

test.each([
  ['its version', 'echo 4.9.1', 'npm@4.9.1'],
  ['nothing when it prints something else', 'echo hello', undefined],
  ['nothing when it fails', 'exit 1', undefined],
])('package.json gets from a package manager %s', async (_, script, expected) => {
  const folder = await fakeNpm(script);

  expect(await packageManagerSpec('npm', folder)).toBe(expected);
});
