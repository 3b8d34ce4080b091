import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { watchManifests } from '../../../src/commands/manifests/manifests-watch.js';

test('runs once, again after each change also when it was wrong, and ends with the signal', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'kbts-watch-'));
  mkdirSync(path.join(root, 'src'));
  const source = path.join(root, 'src/a.ts');
  writeFileSync(source, 'export {};\n');
  const stop = new AbortController();
  const seen: string[] = [];

  await watchManifests(
    { root },
    {
      onPlan: (plan) => {
        seen.push(`${plan.changes.length} changes`);
        if (seen.length === 1) writeFileSync(source, '// +kubebuilder:rbac:nonsense\n');
        else stop.abort();
      },
      onError: () => {
        seen.push('error');
        writeFileSync(source, '// +kubebuilder:rbac:groups=a,resources=b,verbs=get\n');
      },
    },
    stop.signal,
  );

  expect(seen[0]).toBe('0 changes');
  expect(seen).toContain('error');
  expect(seen.at(-1)).toBe('1 changes');
  rmSync(root, { recursive: true, force: true });
});

test('a folder that does not exist is named', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'kbts-watch-'));

  const watching = watchManifests(
    { root, paths: ['no-such/**'] },
    { onPlan: () => undefined, onError: () => undefined },
    new AbortController().signal,
  );

  await expect(watching).rejects.toMatchObject({ code: 'no-sources', message: expect.stringContaining('no-such/**') });
  rmSync(root, { recursive: true, force: true });
});

const ROOT = "// +groupName=a.io\nimport type { CustomResource } from 'kbts/runtime';\n";

test.each([
  [
    'a file imported from elsewhere',
    {
      'src/v1/a.ts': `${ROOT}import type { S } from '../../shared/s.js';\nexport interface A extends CustomResource<S> {}\n`,
      'shared/s.ts': 'export interface S { before?: string }\n',
    },
    { 'shared/s.ts': 'export interface S { after?: string }\n' },
  ],
  [
    'a file that is written later',
    {
      'src/v1/a.ts': `${ROOT}import type { S } from '../../later/deep/s.js';\nexport interface A extends CustomResource<S> {}\n`,
    },
    { 'later/deep/s.ts': 'export interface S { after?: string }\n' },
  ],
  [
    'tsconfig.json',
    {
      'src/v1/a.ts': `${ROOT}import type { S } from '#s';\nexport interface A extends CustomResource<S> {}\n`,
      'tsconfig.json': '{ "compilerOptions": { "paths": { "#s": ["./shared/one.ts"] } } }',
      'shared/one.ts': 'export interface S { before?: string }\n',
      'shared/two.ts': 'export interface S { after?: string }\n',
    },
    { 'tsconfig.json': '{ "compilerOptions": { "paths": { "#s": ["./shared/two.ts"] } } }' },
  ],
  [
    'PROJECT, which names other sources',
    {
      'src/v1/a.ts': `${ROOT}export interface A extends CustomResource<{ before?: string }> {}\n`,
      'other/v1/a.ts': `${ROOT}export interface A extends CustomResource<{ after?: string }> {}\n`,
      PROJECT: 'version: "3"\n',
    },
    { PROJECT: 'plugins:\n  typescript.kbts.dev/v1:\n    manifests:\n      paths: [other]\n' },
  ],
])('sees a change of %s', async (_, before, change) => {
  const root = mkdtempSync(path.join(tmpdir(), 'kbts-watch-'));
  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
      writeFileSync(path.join(root, file), text);
    }
  };
  write(before);
  const stop = new AbortController();
  const crds: string[] = [];
  let runs = 0;
  const first = (): void => {
    if (runs++ === 0) write(change);
  };

  await watchManifests(
    { root, generators: ['crd'] },
    {
      onPlan: ({ changes }) => {
        crds.push(changes.map((one) => ('text' in one ? one.text : '')).join());
        first();
        if (crds.at(-1)?.includes('after:') === true) stop.abort();
      },
      onError: first,
    },
    stop.signal,
  );

  expect(crds.at(-1)).toContain('after:');
  rmSync(root, { recursive: true, force: true });
});

test('a linked source is watched where it is', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'kbts-watch-'));
  mkdirSync(path.join(root, 'src/v1'), { recursive: true });
  const real = path.join(root, 'real.ts');
  const kind = (field: string): string =>
    `${ROOT}export interface A extends CustomResource<{ ${field}?: string }> {}\n`;
  writeFileSync(real, kind('before'));
  symlinkSync(real, path.join(root, 'src/v1/a.ts'));
  const stop = new AbortController();
  const crds: string[] = [];

  await watchManifests(
    { root, generators: ['crd'] },
    {
      onPlan: ({ changes }) => {
        crds.push(changes.map((one) => ('text' in one ? one.text : '')).join());
        if (crds.length === 1) writeFileSync(real, kind('after'));
        else if (crds.at(-1)?.includes('after:') === true) stop.abort();
      },
      onError: (error) => {
        throw error;
      },
    },
    stop.signal,
  );

  expect(crds[0]).toContain('before:');
  rmSync(root, { recursive: true, force: true });
});
