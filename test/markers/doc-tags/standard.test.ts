import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isStandardTag } from '../../../src/markers/doc-tags/standard.js';
import { readTag } from '../../../src/markers/tags.js';

test.each(['param', 'returns', 'remarks', 'inheritDoc', 'category', 'since', 'todo', 'readonly'])('@%s is', (name) => {
  expect(isStandardTag(name)).toBe(true);
});

test.each(['min', 'minimum', 'defaultValue', 'required', 'cel'])('@%s is not', (name) => {
  expect(isStandardTag(name)).toBe(false);
});

test('every tag that the compiler itself knows is standard, or one that kbts reads', () => {
  const compiler = readFileSync(
    path.resolve(import.meta.dirname, '../../../node_modules/@ts-morph/common/dist/typescript.js'),
    'utf8',
  );
  const list = compiler.slice(
    compiler.indexOf('function parseTag('),
    compiler.indexOf('function parseTrailingTagComments'),
  );
  const names = [...list.matchAll(/case "(\w+)":/g)].map(([, name = '']) => name);

  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !isStandardTag(name) && readTag(name, '').kind === 'other')).toEqual(['enum']);
});
