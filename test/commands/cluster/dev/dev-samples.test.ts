import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { applySamples } from '../../../../src/commands/cluster/dev/dev-samples.js';
import type { Client } from '../../../../src/runtime/client/client.js';
import { embeddedCluster } from '../embedded-cluster.js';
import { temporaryFolder } from '../project-fixture.js';

const signal = new AbortController().signal;
const sample = (name: string): string => `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;

async function samples(root: string, files: Record<string, string>): Promise<void> {
  await mkdir(path.join(root, 'config/samples'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(root, 'config/samples', name), text);
}

test('every sample is applied, and one that is wrong does not stop the others', async () => {
  await using temporary = await temporaryFolder();
  await using embedded = await embeddedCluster();
  await samples(temporary.folder, {
    'a.yaml': 'no: object',
    'b.yaml': sample('Bad_'),
    'c.yaml': sample('c'),
    'kustomization.yaml': 'resources: []',
  });

  const outcomes = await applySamples(embedded.cluster.client, temporary.folder, { signal });

  expect(outcomes.map(({ file, problem }) => [path.basename(file), problem === undefined])).toEqual([
    ['a.yaml', false],
    ['b.yaml', false],
    ['c.yaml', true],
  ]);
});

test('a project without samples has none', async () => {
  await using temporary = await temporaryFolder();

  expect(await applySamples({ with: () => undefined } as unknown as Client, temporary.folder, { signal })).toEqual([]);
});

test('a webhook that starts is waited for', async () => {
  await using temporary = await temporaryFolder();
  await samples(temporary.folder, { 'a.yaml': sample('a') });
  let tries = 0;
  const apply = () => (++tries < 3 ? Promise.reject(new Error('failed calling webhook "x"')) : Promise.resolve());

  const outcomes = await applySamples({ with: () => ({ apply }) } as unknown as Client, temporary.folder, { signal });

  expect(outcomes).toEqual([{ file: 'config/samples/a.yaml', name: 'ConfigMap a', problem: undefined }]);
  expect(tries).toBe(3);
});
