/** The entry points of the runtime as they are built: parts of one program. */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { entriesAgree } from './entries-agree.js';

const subpaths = readdirSync('src/runtime/entry').map((file) => file.replace(/\.ts$/, ''));

/** What a program prints that sees the package as its users do. */
function run(code: string): unknown {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

test.each(['', ...subpaths])('kbts/runtime/%s exports the values of its source', async (name) => {
  const source = path.resolve('src/runtime', name === '' ? 'index.ts' : `entry/${name}.ts`);
  const expected = Object.keys((await import(source)) as object).sort();
  const specifier = path.posix.join('kbts/runtime', name);

  expect(run(`console.log(JSON.stringify(Object.keys(await import('${specifier}')).sort()))`)).toEqual(expected);
});

test('a class is the same by whichever way it comes', () => {
  expect(run(entriesAgree)).toEqual({ owned: true, config: true, refused: true, missing: true, events: true });
});
