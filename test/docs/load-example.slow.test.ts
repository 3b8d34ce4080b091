/** The example of docs/book/load.md, built by the script of a scaffolded project and run on its own. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defineKind } from '../../src/runtime/object/kind.js';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import { type ControlPlane, eventually, startControlPlane } from '../../src/testing/index.js';
import { blocksOf } from './markdown.js';

const Guestbook = defineKind<KubeObject & { spec: { replicas: number; tier: string } }>({
  group: 'webapp.my.domain',
  version: 'v1',
  kind: 'Guestbook',
  plural: 'guestbooks',
  scope: 'Namespaced',
});
let folder: string;
let plane: ControlPlane;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kbts-load-example-'));
  plane = await startControlPlane({ crds: ['test/docs/testdata/api/guestbooks.yaml'] });
});

afterAll(async () => {
  await plane?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Prints what both pools computed, and how often the event loop turned while the first did. */
const MAIN = `
import { createManager, signalHandler } from 'kbts/runtime';
import { checksumController } from './controller/checksum.controller.js';
import './pages.js';
let turns = 0;
setInterval(() => turns++, 1).unref();
const write = (line) => console.log(line.includes('computed') ? line + JSON.stringify({ turns }) : line);
const manager = await createManager({ kubeconfig: process.env.KUBECONFIG, logging: { write } });
manager.add(checksumController);
manager.elected.then(() => (turns = 0));
await manager.start(signalHandler());
`;

test('heavy work runs in threads of the bundled operator, and the event loop turns meanwhile', async () => {
  const blocks = await blocksOf('docs/book/load.md');
  const block = (part: string): string => {
    const found = blocks.find(({ text }) => text.includes(part));
    if (!found) throw new Error(`the page has no block with ${part}`);
    return found.text;
  };
  await makeProject({
    'src/main.ts': MAIN,
    'src/controller/checksum.controller.ts': block('export const checksumController'),
    'src/render.ts': block('export default function render'),
    'src/pages.ts': `import { WorkerPool } from 'kbts/runtime';\n${block('new WorkerPool<')}`,
    'scripts/build.mjs': `${await readFile('templates/init/scripts/build.mjs.hbs', 'utf8')}\n${block("'src/render.ts'")}`,
  });
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', path.join(folder, 'alone', 'main.mjs')], {
    cwd: path.join(folder, 'project'),
  });
  const metadata = { name: 'welcome', namespace: 'default' };
  await plane.client.create(new Guestbook({ metadata, spec: { replicas: 1, tier: 'free' } }));

  const operator = spawn(process.execPath, [path.join(folder, 'alone', 'main.mjs')], {
    env: { PATH: process.env['PATH'], KUBECONFIG: path.join(folder, 'kubeconfig') },
  });
  const ended = once(operator, 'exit');
  let output = '';
  for (const stream of [operator.stdout, operator.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  try {
    await eventually(() => expect(output).toMatch(/"checksum":\d+,"msg":"computed"/), { timeoutMs: 40_000 });
    expect(output).toMatch(/^welcome [0-9a-f]{64}$/m);
  } finally {
    operator.kill('SIGTERM');
  }

  expect(await ended, output).toEqual([0, null]);
  expect(Number(/"turns":(\d+)/.exec(output)?.[1]), output).toBeGreaterThan(20);
});

async function makeProject(files: Readonly<Record<string, string>>): Promise<void> {
  const project = path.join(folder, 'project');
  await cp('test/docs/testdata/default', project, { recursive: true });
  await mkdir(path.join(project, 'node_modules'), { recursive: true });
  await mkdir(path.join(folder, 'alone'));
  await symlink(path.resolve('.'), path.join(project, 'node_modules', 'kbts'));
  await symlink(path.resolve('node_modules/rolldown'), path.join(project, 'node_modules', 'rolldown'));
  for (const [file, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(project, file)), { recursive: true });
    await writeFile(path.join(project, file), text);
  }
  await writeFile(path.join(folder, 'kubeconfig'), plane.kubeconfig(), { mode: 0o600 });
}
