/** Texts that are nested too deep are refused or read; they never end the process, which no `catch` could prevent. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../project-folder.js';

vi.setConfig({ testTimeout: 300_000 });

const run = promisify(execFile);
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let program: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  program = path.join(folder.root, 'deep-reader.mjs');
  const entry = path.join(import.meta.dirname, 'deep-reader.ts');
  const js = "import { createRequire as load } from 'node:module'; const require = load(import.meta.url);";
  await build({
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: program,
    banner: { js },
  });
});

afterAll(() => folder?.clean());

test('no reader ends the process', async () => {
  const { stdout } = await run(process.execPath, [program]);
  const readers = JSON.parse(stdout) as string[];
  expect(readers.length).toBeGreaterThan(20);

  const dead: string[] = [];
  for (const reader of readers) {
    const outcome = await run(process.execPath, [program, reader]).catch((error: { stderr?: string }) => error);
    if (!('stdout' in outcome) || outcome.stdout !== 'lives')
      dead.push(`${reader}: ${/FATAL.*|Error.*/.exec(outcome.stderr ?? '')?.[0]}`);
  }
  expect(dead).toEqual([]);
});
