import { expect, test } from 'vitest';
import { Diagnostics, excerptAt, makeUnit, positionAt, showPath } from '../../../src/reader/sources/unit.js';
import { loadTypeScript } from '../../../src/typescript/load.js';

const unit = makeUnit(loadTypeScript(), '/p', '/p/src/a.ts', 'one\r\n  two\n');

test('positions count from one and stay on their line', () => {
  expect(positionAt(unit, 7, 99)).toEqual({ file: 'src/a.ts', line: 2, column: 3, length: 3 });
  expect(excerptAt(unit, 1)).toBe('one');
});

test('paths outside the root are shown whole', () => {
  expect(showPath('/p', '/q/a.ts')).toBe('/q/a.ts');
});

test('the same problem is kept once', () => {
  const diagnostics = new Diagnostics();

  for (let round = 0; round < 2; round++)
    diagnostics.at(unit, 7, 3, { severity: 'error', code: 'syntax', message: 'm' });

  expect(diagnostics.list()).toHaveLength(1);
});
