import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openManifestsCache } from '../../../src/commands/manifests/manifests-cache.js';

let root = '';
const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
};
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'kbts-cache-'));
  mkdirSync(path.join(root, 'node_modules'));
  write('src/a.ts', 'a');
  write('out.yaml', 'o');
  write('crds/kept.yaml', 'k');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const finished = () => ({
  files: [{ path: 'out.yaml', text: 'o' }],
  diagnostics: [],
  crdFolder: 'crds',
  besides: new Map([
    ['crds/kept.yaml', 'k'],
    ['crds/stale.yaml', undefined],
    ['role.yaml', undefined],
  ]),
  inputs: new Map([
    [path.join(root, 'src/a.ts'), 'a'],
    [path.join(root, 'tsconfig.json'), undefined],
  ]),
});

function remembered(options: { paths?: string[] } = {}) {
  openManifestsCache(root, {})?.remember(finished());
  return () => openManifestsCache(root, options)?.look();
}

test('knows when nothing has changed', () => {
  expect(remembered()()).toEqual({ diagnostics: [] });
});

test.each([
  ['a source changes', () => write('src/a.ts', 'b')],
  ['a source is added', () => write('src/b.ts', 'b')],
  ['a source is removed', () => rmSync(path.join(root, 'src/a.ts'))],
  ['an output is edited', () => write('out.yaml', 'edited')],
  ['an output is gone', () => rmSync(path.join(root, 'out.yaml'))],
  ['a stale file comes back', () => write('crds/stale.yaml', 's')],
  ['a CRD appears that nobody knows', () => write('crds/new.yaml', 'n')],
  ['a file beside the outputs changes', () => write('crds/kept.yaml', 'x')],
  ['a role appears that nothing asks for', () => write('role.yaml', 'r')],
  ['a file appears that was looked for', () => write('tsconfig.json', '{}')],
])('forgets when %s', (_, change) => {
  const look = remembered();

  change();

  expect(look()).toBeUndefined();
});

test('other options are another cache', () => {
  expect(remembered({ paths: ['src'] })()).toBeUndefined();
});

test('another build is another cache', () => {
  openManifestsCache(root, {}, 'one build')?.remember(finished());

  expect(openManifestsCache(root, {}, 'one build')?.look()).toBeDefined();
  expect(openManifestsCache(root, {}, 'another build')?.look()).toBeUndefined();
});

test('patching schemas has none: it reads CRDs that are not among the inputs', () => {
  expect(openManifestsCache(root, { schemaPatch: 'crds' })).toBeUndefined();
});

test('a half-written cache is no cache', () => {
  const look = remembered();
  const folder = path.join(root, 'node_modules/.cache/kbts');
  rmSync(folder, { recursive: true });
  mkdirSync(folder, { recursive: true });

  expect(look()).toBeUndefined();
});

test('there is none without node_modules', () => {
  rmSync(path.join(root, 'node_modules'), { recursive: true });

  expect(openManifestsCache(root, {})).toBeUndefined();
});

test('a cache that somebody else wrote is none, whatever is in it', () => {
  const look = remembered();
  const folder = path.join(root, 'node_modules/.cache/kbts');
  const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((one) => one.endsWith('.json')) ?? '';
  const good = readFileSync(path.join(folder, name), 'utf8');
  const fields = JSON.parse(good) as Record<string, unknown>;
  const bad = [
    'null',
    '1',
    '[]',
    '{}',
    '"x"',
    '{',
    ...Object.keys(fields).map((key) => JSON.stringify({ ...fields, [key]: 7 })),
  ];
  for (const text of bad) {
    writeFileSync(path.join(folder, name), text);
    expect(look(), text).toBeUndefined();
  }
  writeFileSync(path.join(folder, name), good);
  expect(look()).toEqual({ diagnostics: [] });
});

test('nothing is written through a link that leads out of the project', () => {
  const outside = mkdtempSync(path.join(tmpdir(), 'kbts-outside-'));
  symlinkSync(outside, path.join(root, 'node_modules/.cache'));

  openManifestsCache(root, {})?.remember(finished());

  expect(readdirSync(outside)).toEqual([]);
  rmSync(outside, { recursive: true });
});

test('a file in place of its folder is no reason to fail', () => {
  write('node_modules/.cache/kbts', '');
  const cache = openManifestsCache(root, {});
  expect(() => cache?.remember({ files: [], diagnostics: [], inputs: new Map() })).not.toThrow();
});
