import { expect, test } from 'vitest';
import { describeLeftovers, leftoversIn } from '../../../../src/commands/cluster/deploy/namespace-leftovers.js';
import { twoVersions } from '../conversion/converted-crd.js';
import { configMap, embeddedCluster, namespace, widget, widgetCrd } from '../embedded-cluster.js';

test('finds what somebody put there, of any kind, but not what is ours, owned or made by the cluster', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  await client.apply(widgetCrd(), { fieldManager: 'kbts' });
  await client.create(namespace('team'));
  const owner = await client.create(configMap('theirs', 'team'));
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'theirs', uid: owner.metadata.uid ?? '' }];
  await client.create({
    ...configMap('owned', 'team'),
    metadata: { name: 'owned', namespace: 'team', ownerReferences },
  });
  for (const name of ['ours', 'kube-root-ca.crt']) await client.create(configMap(name, 'team'));
  await client.create(widget('w', 'team'));

  const leftovers = await leftoversIn(client, 'team', { ours: new Set(['ConfigMap/ours']), timeoutMs: 20_000 });

  expect(leftovers.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
    { kind: 'ConfigMap', names: ['theirs'] },
    { kind: 'Widget', names: ['w'] },
  ]);
});

test('a kind that goes away meanwhile has nothing there', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  await client.apply(widgetCrd(), { fieldManager: 'kbts' });
  await client.create(namespace('team'));
  const resources = await client.mapper.resources();
  await client.delete(widgetCrd());
  const late = {
    list: client.list.bind(client),
    mapper: { resources: () => Promise.resolve(resources) },
  } as unknown as typeof client;

  expect(resources.map(({ kind }) => kind)).toContain('Widget');
  await expect(leftoversIn(late, 'team', { ours: new Set(), timeoutMs: 20_000 })).resolves.toEqual([]);
});

test('a version that goes away meanwhile hides nothing', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  await client.apply(twoVersions(), { fieldManager: 'kbts' });
  await client.create(namespace('team'));
  await client.create(widget('w', 'team'));
  const resources = (await client.mapper.resources()).filter(({ version }) => version === 'v1');
  const operations = [{ op: 'replace', path: '/spec/versions/0/served', value: false }] as const;
  await client.patch(twoVersions(), { type: 'json', operations });
  const late = {
    list: client.list.bind(client),
    mapper: { resources: () => Promise.resolve(resources) },
  } as unknown as typeof client;

  expect(resources.map(({ kind }) => kind)).toContain('Widget');
  await expect(leftoversIn(late, 'team', { ours: new Set(), timeoutMs: 20_000 })).resolves.toEqual([
    { kind: 'Widget', names: ['w'] },
  ]);
});

test('many are summed up', () => {
  expect(
    describeLeftovers([
      { kind: 'Secret', names: ['a', 'b', 'c', 'd'] },
      { kind: 'Pod', names: ['p'] },
    ]),
  ).toBe('4 Secret (a, b, c, …), 1 Pod (p)');
});
