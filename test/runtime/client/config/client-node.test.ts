import { spawnSync } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../project-folder.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;

/** A project that has kbts, and not client-node. */
beforeAll(async () => {
  folder = await temporaryFolder('bare');
  const target = path.join(folder.root, 'node_modules/kbts');
  await mkdir(target, { recursive: true });
  await cp('package.json', path.join(target, 'package.json'));
  for (const part of ['runtime', 'shared'])
    await cp(`dist/${part}`, path.join(target, 'dist', part), { recursive: true });
});
afterAll(async () => folder.clean());

test('an operator bundles without client-node, and is told how to install it when it asks', async () => {
  const contents = `import { toClientNode } from 'kbts/runtime/client';
    await toClientNode({ server: 'https://127.0.0.1' }).catch((error) => console.log(error.message));`;
  const outfile = path.join(folder.root, 'main.mjs');
  const stdin = { contents, resolveDir: folder.root };
  const external = ['re2js', 'yaml'];

  const { warnings } = await build({ stdin, outfile, external, bundle: true, platform: 'node', format: 'esm' });
  const { stdout } = spawnSync(process.execPath, [outfile], { cwd: folder.root, encoding: 'utf8' });

  expect(warnings).toEqual([]);
  expect(stdout).toContain('which is not installed: install it with "npm install @kubernetes/client-node"');
});
