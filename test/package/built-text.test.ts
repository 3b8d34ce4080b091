import { isAscii } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

test('built programs are ASCII, so that V8 reads them a byte a character', () => {
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((file) => /\.c?js$/.test(file));

  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !isAscii(readFileSync(path.join('dist', file))))).toEqual([]);
});
