import { expect, test } from 'vitest';
import { usageOf } from '../../../../src/commands/cluster/definitions/custom-resources.js';
import { untilDependentsGone } from '../../../../src/commands/cluster/definitions/dependents.js';
import { ConfigMap } from '../../../../src/k8s/core/v1/index.js';
import type { Client } from '../../../../src/runtime/client/client.js';
import { configMap, embeddedCluster, widget, widgetCrd } from '../embedded-cluster.js';
import { caught } from '../project-fixture.js';

const names = ['widgets.example.com'];
const soon = { timeoutMs: 20, pollMs: 1 };

/** A widget, and a ConfigMap in each namespace that belongs to it. */
async function family(client: Client, scope: 'Cluster' | 'Namespaced', ...namespaces: string[]): Promise<void> {
  const spec = (widgetCrd() as unknown as { spec: object }).spec;
  await client.apply(widgetCrd({ ...spec, scope }), { fieldManager: 'kbts' });
  const { apiVersion, kind } = widget('owner');
  const metadata = { name: 'owner', ...(scope === 'Namespaced' && { namespace: 'default' }) };
  const owner = await client.create({ apiVersion, kind, metadata });
  const ownerReferences = [{ apiVersion, kind, name: 'owner', uid: owner.metadata.uid ?? '' }];
  for (const namespace of namespaces) {
    const child = configMap('child', namespace);
    await client.create({ ...child, metadata: { ...child.metadata, ownerReferences } });
    await client.create(configMap('stranger', namespace));
  }
}

test('what belongs to an object is waited for, and named when it stays', async () => {
  await using embedded = await embeddedCluster({ components: ['kube-controller-manager'] });
  const { client } = embedded.cluster;
  await family(client, 'Namespaced', 'default');
  const usages = await usageOf(client, names);

  const error = await caught(untilDependentsGone(client, usages, soon));

  expect(error.code).toBe('delete-stuck');
  expect(error.message).toBe(
    'the garbage collector has not deleted 1 objects within 0.02 s that belonged to deleted ones:\n  ConfigMap default/child',
  );
  const gone = untilDependentsGone(client, usages, { timeoutMs: 20_000, pollMs: 1 });
  await client.delete(widget('owner'));
  await gone;
  const { items } = await client.list(ConfigMap, { namespace: 'default' });
  expect(items.map(({ metadata }) => metadata.name)).toEqual(['stranger']);
});

test('what belongs to an object of the whole cluster is found in every namespace', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  await family(client, 'Cluster', 'default', 'kube-system');

  const error = await caught(untilDependentsGone(client, await usageOf(client, names), soon));

  expect(error.message.split('\n').slice(1).sort()).toEqual([
    '  ConfigMap default/child',
    '  ConfigMap kube-system/child',
  ]);
});

test('what belonged to an object that an earlier command deleted is waited for, too', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  await family(client, 'Namespaced', 'default');
  await client.delete(widget('owner'));
  const usages = await usageOf(client, names);

  const error = await caught(untilDependentsGone(client, usages, soon));

  expect(usages.flatMap(({ objects }) => objects)).toEqual([]);
  expect(error.message.split('\n').slice(1)).toEqual(['  ConfigMap default/child']);
});

test('without kinds nothing is asked', async () => {
  await untilDependentsGone({} as Client, [], soon);
});

test('a kind that goes away meanwhile, as another project is undeployed, is passed over', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  await family(client, 'Namespaced', 'default');
  const usages = await usageOf(client, names);
  const resources = await client.mapper.resources();
  const gone = {
    group: 'gone.example.com',
    version: 'v1',
    kind: 'Gone',
    plural: 'gones',
    scope: 'Namespaced' as const,
  };
  const mapper = { resources: () => Promise.resolve([{ ...gone, verbs: ['list', 'delete'] }, ...resources]) };
  const pages: Client['pages'] = (kind, options) => client.pages(kind, options);
  const late = { mapper, pages } as unknown as Client;

  const error = await caught(untilDependentsGone(late, usages, soon));

  expect(error.message).toContain('ConfigMap default/child');
});
