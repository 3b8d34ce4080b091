import { expect, test } from 'vitest';
import { parkConversions } from '../../../../src/commands/cluster/conversion/park-conversions.js';
import { CustomResourceDefinition } from '../../../../src/k8s/apiextensions/v1/index.js';
import { embeddedCluster } from '../embedded-cluster.js';
import { convertedBy, twoVersions } from './converted-crd.js';

const name = 'widgets.example.com';
const gone = convertedBy({ service: { namespace: 'default', name: 'gone', path: '/convert' } });

async function parked(more: object): Promise<{ crd: CustomResourceDefinition; warnings: string[]; again: string }> {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  const warnings: string[] = [];
  await client.apply(twoVersions(more), { fieldManager: 'kbts' });
  await parkConversions(client, [name, 'missing.example.com'], {
    warn: (message) => void warnings.push(message),
  })[Symbol.asyncDispose]();
  const crd = await client.get(CustomResourceDefinition, { name });
  await client.apply(twoVersions(more), { fieldManager: 'kbts' });
  const again = (await client.get(CustomResourceDefinition, { name })).spec.conversion?.strategy ?? '';
  return { crd: crd as CustomResourceDefinition, warnings, again };
}

test('without a converter only the stored version is served, and the next apply puts all back without a conflict', async () => {
  const { crd, warnings, again } = await parked(gone);

  expect(crd.spec.conversion).toMatchObject({ strategy: 'None' });
  expect(crd.spec.versions.map(({ name: version, served }) => [version, served])).toEqual([
    ['v1', true],
    ['v2', false],
  ]);
  expect(warnings).toEqual([expect.stringContaining(`${name} now serves v1 alone`)]);
  expect(again).toBe('Webhook');
});

test('CRDs that need no converter stay as they are', async () => {
  const { crd, warnings } = await parked({});

  expect(crd.spec.versions.every(({ served }) => served)).toBe(true);
  expect(warnings).toEqual([]);
});
