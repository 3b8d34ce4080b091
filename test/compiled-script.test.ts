import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runScript, scriptFiles } from '../src/compiled-script.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kbts-script-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('runs a script, also with a compiled form that does not fit', () => {
  const files = scriptFiles(path.join(folder, 'x.cjs'));
  writeFileSync(files.script, 'module.exports = { text: "ü", name: require("node:path").basename(__filename) };');
  writeFileSync(files.cache, 'nonsense');

  expect(runScript(files)).toEqual({ text: 'ü', name: 'x.cjs' });
});

test('runs a script once, as require does', () => {
  const files = scriptFiles(path.join(folder, 'y.cjs'));
  writeFileSync(files.script, 'module.exports = {};');

  expect(runScript(files)).toBe(runScript(files));
});

/** Runs code in a process of its own, beside a script and our loader. */
async function processes(): Promise<(code: string) => string> {
  await build({
    entryPoints: ['src/compiled-script.ts'],
    outfile: path.join(folder, 'loader.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
  writeFileSync(path.join(folder, 'main.cjs'), 'exports.word = () => "compiled";');
  return (code) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: folder, encoding: 'utf8' });
}

test('the compiled form is kept for the next process', async () => {
  const use = await processes();
  const code = `import { existsSync } from 'node:fs'; import { runScript, scriptFiles } from './loader.mjs';
    const files = scriptFiles(${JSON.stringify(path.join(folder, 'main.cjs'))}, 'create');
    console.log(runScript(files).word(), existsSync(files.cache));`;

  expect([use(code), use(code)]).toEqual(['compiled false\n', 'compiled true\n']);
});

test('a place that nothing can be written to is no error', async () => {
  const use = await processes();
  const script = JSON.stringify(path.join(folder, 'main.cjs'));
  const code = `import { runScript } from './loader.mjs';
    console.log(runScript({ script: ${script}, cache: ${script} + '/inside-a-file/x.cache' }).word());`;

  expect(use(code)).toBe('compiled\n');
});

test('the compiled form grows with what processes use, when they use different parts', async () => {
  const use = await processes();
  const script = path.join(folder, 'parts.cjs');
  const step = 'sum = sum * 3 + 1; sum ^= 5; '.repeat(50);
  const part = (name: string): string => {
    const steps = Array.from({ length: 500 }, (_, index) => `(sum) => { ${step} return sum + ${index}; }`);
    return `exports.${name} = () => [${steps.join()}].reduce((sum, next) => next(sum), 1);\n`;
  };
  writeFileSync(script, part('one') + part('two'));
  const run = (name: string, isVaried: boolean): number =>
    Number(
      use(`import { statSync } from 'node:fs'; import { runScript, scriptFiles } from './loader.mjs';
        const files = { ...scriptFiles(${JSON.stringify(script)}), isVaried: ${isVaried} };
        runScript(files).${name}();
        process.on('exit', () => console.log(statSync(files.cache).size));`),
    );
  const first = run('one', true);

  expect(run('one', true)).toBe(first);
  expect(run('two', false)).toBe(first);
  expect(run('two', true)).toBeGreaterThan(first * 1.5);
});
