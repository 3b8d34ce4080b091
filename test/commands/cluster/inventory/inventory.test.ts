import { expect, test } from 'vitest';
import {
  deploymentId,
  deploymentLabel,
  identities,
  inventoryEntry,
  inventoryObject,
  isPrunable,
  labelled,
  readInventory,
  staleEntries,
} from '../../../../src/commands/cluster/inventory/inventory.js';
import { configMap, embeddedCluster, namespace, widgetCrd } from '../embedded-cluster.js';

const owner = { projectName: 'guestbook', namespace: 'default' };

test('CRDs and namespaces are neither labelled nor stale', () => {
  expect([widgetCrd(), namespace('a'), configMap('c', 'default')].map(isPrunable)).toEqual([false, false, true]);
  expect(labelled(widgetCrd(), owner)).toEqual(widgetCrd());
  expect(labelled(configMap('c', 'default'), owner).metadata.labels).toEqual({
    [deploymentLabel]: 'default.guestbook',
  });
  expect(staleEntries(identities([widgetCrd(), namespace('a')]), [])).toEqual([]);
});

test('long names keep a label that is one, and differs for each of them', () => {
  const long = (end: string): string =>
    deploymentId({ projectName: `p${'x'.repeat(50)}`, namespace: `n${'-'.repeat(45)}${end}` });

  expect(long('a')).toMatch(/^[a-z0-9]([-._a-z0-9]{0,61}[a-z0-9])$/);
  expect(long('a')).not.toBe(long('b'));
});

test('what was listed is read again; another version of the same object is the same object', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  const listed = identities([configMap('a', 'default'), configMap('b', 'default')]);
  await client.apply(inventoryObject(owner, [...listed, ...listed]), { fieldManager: 'kbts' });

  const read = await readInventory(client, owner);

  expect(read).toEqual(listed);
  expect(staleEntries(read ?? [], identities([configMap('a', 'default')]))).toEqual([listed[1]]);
  const policy = { kind: 'PodDisruptionBudget', name: 'p', namespace: 'default' };
  expect(staleEntries([{ ...policy, apiVersion: 'policy/v1beta1' }], [{ ...policy, apiVersion: 'policy/v1' }])).toEqual(
    [],
  );
});

test.each(['nonsense', '{}', '[1, {"kind": "A"}, null]'])(
  'a list that somebody has broken (%s) prunes nothing',
  async (text) => {
    await using embedded = await embeddedCluster();
    const { name } = inventoryEntry(owner);
    await embedded.cluster.client.create(configMap(name, 'default', { 'objects.json': text }));

    expect(await readInventory(embedded.cluster.client, owner)).toEqual([]);
  },
);
