import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exampleNames } from './example-names.js';

/** The lines of `src/controller` before controllers were values, without blank lines, comments and tests. */
const before: Readonly<Record<string, number>> = {
  app: 99,
  appservice: 82,
  cronjob: 190,
  database: 123,
  imoocpod: 90,
  pipeline: 238,
};

test('the controller of the memcached example has at most 22 lines', () => {
  expect(linesOf('memcached')).toBeLessThanOrEqual(22);
});

// The whole folder counts, so that moving lines to a file beside the controller shortens nothing.
test.each(exampleNames().filter((name) => name !== 'memcached'))(
  'the controller of %s is shorter than before',
  (name) => {
    expect(linesOf(name)).toBeLessThan(before[name] ?? 0);
  },
);

function linesOf(example: string): number {
  const folder = path.join('examples', example, 'src/controller');
  const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'));
  return files.reduce((sum, file) => sum + codeLines(readFileSync(path.join(folder, file), 'utf8')), 0);
}

function codeLines(text: string): number {
  const code = text.replaceAll(/^\s*\/\*[\s\S]*?\*\//gm, '');
  return code.split('\n').filter((line) => !/^\s*(\/\/.*)?$/.test(line)).length;
}
