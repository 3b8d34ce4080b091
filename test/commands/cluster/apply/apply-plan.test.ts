import { expect, test, vi } from 'vitest';
import { fieldManager, planApply } from '../../../../src/commands/cluster/apply/apply-plan.js';
import { configMap, embeddedCluster, namespace } from '../embedded-cluster.js';

const options = { action: 'deploy', timeoutMs: 10_000 };

test('the plan fills in namespaces, and says what would happen to each object', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  await client.apply(configMap('same', 'default'), { fieldManager });
  await client.apply(configMap('other', 'default', { a: '1' }), { fieldManager });

  const plan = await planApply(
    embedded.cluster,
    [
      namespace('new'),
      configMap('inside', 'new'),
      configMap('same', undefined),
      configMap('other', 'default', { a: '2' }),
    ],
    options,
  );

  expect(plan.map(({ object, outcome }) => `${object.metadata.namespace}/${object.metadata.name} ${outcome}`)).toEqual([
    'undefined/new created',
    'new/inside created',
    'default/same unchanged',
    'default/other changed',
  ]);
});

test('taking over what someone else has written the same way is a change, though no value changes', async () => {
  await using embedded = await embeddedCluster();
  await embedded.cluster.client.apply(configMap('a', 'default', { b: 'c' }), { fieldManager: 'someone' });

  const [planned] = await planApply(embedded.cluster, [configMap('a', 'default', { b: 'c' })], options);

  expect(planned?.outcome).toBe('changed');
});

test('forcing makes a conflict a change', async () => {
  await using embedded = await embeddedCluster();
  await embedded.cluster.client.apply(configMap('a', 'default', { b: '1' }), { fieldManager: 'someone' });

  const [planned] = await planApply(embedded.cluster, [configMap('a', 'default', { b: '2' })], {
    ...options,
    forceConflicts: true,
  });

  expect(planned?.outcome).toBe('changed');
});

test('what somebody else writes while the plan is made is no change of ours', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  await client.apply(configMap('a', 'default', { b: '1' }), { fieldManager });
  const read = client.find.bind(client);
  let reads = 0;
  vi.spyOn(client, 'find').mockImplementation(async (kind, ...args) => {
    const found = await read(kind, ...args);
    const body = { metadata: { annotations: { seen: String(reads) } } };
    if (kind.gvk.kind === 'ConfigMap' && ++reads <= 2)
      await client.patch(configMap('a', 'default'), { type: 'merge', body });
    return found;
  });

  const [same] = await planApply(embedded.cluster, [configMap('a', 'default', { b: '1' })], options);

  expect(same?.outcome).toBe('unchanged');
  expect(reads).toBe(3);
});
