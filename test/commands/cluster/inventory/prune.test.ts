import { expect, test } from 'vitest';
import { identities, labelled } from '../../../../src/commands/cluster/inventory/inventory.js';
import { findStale, prune } from '../../../../src/commands/cluster/inventory/prune.js';
import { ConfigMap } from '../../../../src/k8s/core/v1/index.js';
import { configMap, embeddedCluster } from '../embedded-cluster.js';

const owner = { projectName: 'guestbook', namespace: 'default' };
const options = { action: 'prune', timeoutMs: 10_000, pollMs: 1 };

test('only objects with the label of this deployment that kbts manages are deleted', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  const make = (name: string, manager: string, by = owner): Promise<unknown> =>
    client.apply(labelled(configMap(name, 'default'), by), { fieldManager: manager });
  await make('ours', 'kbts');
  await make('taken-over', 'helm');
  await make('of-another', 'kbts', { ...owner, namespace: 'elsewhere' });
  await client.create(configMap('made-again', 'default'));
  const names = ['ours', 'taken-over', 'of-another', 'made-again', 'gone'];
  const entries = [
    ...identities(names.map((name) => configMap(name, 'default'))),
    { apiVersion: 'gone.example.com/v1', kind: 'Gone', namespace: 'default', name: 'x' },
  ];

  const stale = await findStale(client, entries, owner);
  const dry = await prune(embedded.cluster, stale, { ...options, dryRun: true });
  const stillThere = await client.find(ConfigMap, { name: 'ours', namespace: 'default' });
  const pruned = await prune(embedded.cluster, stale, options);

  const outcomes = ['ours deleted', 'taken-over kept', 'of-another kept', 'made-again kept'];
  expect(dry.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual(outcomes);
  expect(stillThere).toBeDefined();
  expect(pruned.map(({ name, outcome }) => `${name} ${outcome}`)).toEqual(outcomes);
  const { items } = await client.list(ConfigMap, { namespace: 'default' });
  expect(items.map(({ metadata }) => metadata.name)).toEqual(
    expect.arrayContaining(['taken-over', 'of-another', 'made-again']),
  );
  expect(items.map(({ metadata }) => metadata.name)).not.toContain('ours');
});
