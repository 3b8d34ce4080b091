import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isSource, viewFiles } from '../../src/reader/files.js';

test.each([
  ['a.ts', true],
  ['a.mts', true],
  ['a.test.ts', false],
  ['a.d.ts', false],
  ['a.js', false],
])('%s is a source: %s', (name, expected) => {
  expect(isSource(name)).toBe(expected);
});

test('planned files are seen, removed ones are not, dependencies never', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'kbts-files-'));
  for (const folder of ['src', 'src/node_modules']) mkdirSync(path.join(root, folder));
  for (const file of ['src/a.ts', 'src/b.ts', 'src/node_modules/c.ts'])
    writeFileSync(path.join(root, file), '\uFEFFdisk');
  const planned = path.join(root, 'src/new.ts');

  const files = viewFiles({ texts: new Map([[planned, 'plan']]), removed: new Set([path.join(root, 'src/b.ts')]) });

  expect(files.sourcesBelow(path.join(root, 'src')).map((file) => path.basename(file))).toEqual(['a.ts', 'new.ts']);
  expect(files.read(planned)).toBe('plan');
  expect(files.read(path.join(root, 'src/a.ts'))).toBe('disk');
  expect(files.read(path.join(root, 'src/b.ts'))).toBeUndefined();
  rmSync(root, { recursive: true, force: true });
});
