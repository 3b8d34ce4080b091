import { expect, test } from 'vitest';
import { merged, secondsFile } from './measured.js';

test('what was measured replaces what was known, slowest first, without quick files', () => {
  const result = merged({ 'a.ts': 10, 'b.ts': 20, 'gone.ts': 3 }, { 'a.ts': 30, 'c.ts': 4, 'd.ts': 20 });

  expect(Object.entries(result)).toEqual([
    ['a.ts', 30],
    ['b.ts', 20],
    ['d.ts', 20],
  ]);
});

test('the two projects of a lane share a file, and projects of quick files have none', () => {
  expect(secondsFile('slow')).toBe(secondsFile('real'));
  expect(secondsFile('node')).toBeUndefined();
});
