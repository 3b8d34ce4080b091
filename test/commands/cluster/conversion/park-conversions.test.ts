import { expect, test } from 'vitest';
import {
  park,
  parkConversions,
  parkConvertedBy,
} from '../../../../src/commands/cluster/conversion/park-conversions.js';
import { CustomResourceDefinition } from '../../../../src/k8s/apiextensions/v1/index.js';
import { eventually } from '../../../../src/testing/eventually.js';
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

test('objects that are stored in another version would lose fields: the CRD stays as it is', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  await client.apply(twoVersions(), { fieldManager: 'kbts' });
  await client.apply(twoVersions(gone, 'v2'), { fieldManager: 'kbts' });
  await eventually(async () =>
    expect((await client.get(CustomResourceDefinition, { name })).status?.storedVersions).toEqual(['v1', 'v2']),
  );

  const message = await park(client, name);

  expect(message).toContain('stored as v1');
  expect((await client.get(CustomResourceDefinition, { name })).spec.conversion?.strategy).toBe('Webhook');
});

test('only what one of the given Services converts is switched off', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  const strategy = async () => (await client.get(CustomResourceDefinition, { name })).spec.conversion?.strategy;
  const service = (at: string) => ({ apiVersion: 'v1', kind: 'Service', metadata: { name: at, namespace: 'default' } });
  await client.apply(twoVersions(gone), { fieldManager: 'kbts' });

  await parkConvertedBy(client, [name], [service('other')], { warn: () => undefined });
  const before = await strategy();
  await parkConvertedBy(client, [name], [service('gone')], { warn: () => undefined });

  expect([before, await strategy()]).toEqual(['Webhook', 'None']);
});

test('CRDs that need no converter stay as they are', async () => {
  const { crd, warnings } = await parked({});

  expect(crd.spec.versions.every(({ served }) => served)).toBe(true);
  expect(warnings).toEqual([]);
});
