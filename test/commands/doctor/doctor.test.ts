import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { doctor } from '../../../src/commands/doctor/doctor.js';
import type { Finding } from '../../../src/commands/doctor/finding.js';
import { projectForTests } from '../project-for-tests.js';

const project = projectForTests(
  [],
  'create api --group webapp --version v1 --kind Guestbook',
  'create webhook --group webapp --version v1 --kind Guestbook --defaulting',
);

const examine = async (
  root: string,
  nodeVersion = 'v22.0.0',
  clusterVersion = async () => 'v1.37.1 at https://x',
): Promise<Finding[]> => doctor({ root, nodeVersion, clusterVersion });
const bad = (findings: readonly Finding[]): string[] =>
  findings
    .filter(({ status, check }) => status !== 'ok' && check !== 'kubectl' && check !== 'node_modules')
    .map(({ status, message }) => `${status}: ${message}`);

async function edit(root: string, file: string, change: (text: string) => string): Promise<void> {
  await writeFile(path.join(root, file), change(await readFile(path.join(root, file), 'utf8')));
}

test('packages that are not installed are told, with the command that installs them', async () => {
  expect(await examine(await project())).toContainEqual(
    expect.objectContaining({ check: 'node_modules', status: 'warning', fix: 'run "npm install"' }),
  );
});

test('a fresh project is in order', async () => {
  expect(bad(await examine(await project()))).toEqual([]);
});

test('missing files, registrations and list entries are found', async () => {
  const root = await project();
  await rm(path.join(root, 'src/api/v1/guestbook.types.ts'));
  await edit(root, 'src/main.ts', (text) => text.replaceAll(/.*setupGuestbookWebhook.*\n/g, ''));
  await edit(root, 'config/crd/kustomization.yaml', (text) => text.replace(/- bases.*\n/, ''));

  const problems = bad(await examine(root));

  expect(problems).toEqual(
    expect.arrayContaining([
      'problem: src/api/v1/guestbook.types.ts is missing',
      'warning: src/main.ts does not call setupGuestbookWebhook',
      expect.stringContaining('problem: config/crd/kustomization.yaml does not list bases/'),
    ]),
  );
});

test('a missing main is found', async () => {
  const root = await project();
  await rm(path.join(root, 'src/main.ts'));

  expect(bad(await examine(root))).toEqual(['problem: src/main.ts is missing']);
});

test('manifests that are not up to date are found', async () => {
  const root = await project();
  await edit(root, 'src/api/v1/guestbook.types.ts', (text) => text.replace('foo?: string', 'bar?: string'));

  expect(bad(await examine(root))).toEqual([expect.stringContaining('warning: not up to date: config/crd/bases')]);
});

test('errors in the sources are counted', async () => {
  const root = await project();
  await edit(root, 'src/api/v1/guestbook.types.ts', (text) => text.replace('foo?: string', 'foo?: bigint'));

  expect(bad(await examine(root))).toEqual([expect.stringMatching(/problem: the sources have (an error|\d+ errors)/)]);
});

test('an old Node, another kbts and a cluster out of reach are told', async () => {
  const root = await project();
  await edit(root, 'package.json', (text) => text.replace('"kbts": "*"', '"kbts": "^9.9.9"'));

  const findings = await examine(root, 'v18.20.0', () => Promise.reject(new Error('connection refused')));

  expect(bad(findings)).toEqual([
    'problem: v18.20.0 is too old',
    expect.stringContaining('warning: the project depends on kbts ^9.9.9'),
    'warning: not reachable: connection refused',
  ]);
});

test('a broken PROJECT is a finding, not a crash', async () => {
  const root = await project();
  await writeFile(path.join(root, 'PROJECT'), 'nonsense');

  expect(bad(await examine(root))).toEqual([expect.stringContaining('problem: PROJECT:1')]);
});
