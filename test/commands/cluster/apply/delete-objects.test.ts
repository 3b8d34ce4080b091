import { expect, test } from 'vitest';
import { deleteObjects } from '../../../../src/commands/cluster/apply/delete-objects.js';
import { ConfigMap } from '../../../../src/k8s/core/v1/index.js';
import { configMap, embeddedCluster } from '../embedded-cluster.js';
import { caught } from '../project-fixture.js';

const options = { action: 'undeploy', timeoutMs: 10_000 };

test('what is there is deleted, what is not is absent, kinds that nobody serves are absent, too', async () => {
  await using embedded = await embeddedCluster();
  await embedded.cluster.client.create(configMap('here', 'default'));
  const foreign = { apiVersion: 'example.com/v9', kind: 'Thing', metadata: { name: 'x' } };

  const deleted = await deleteObjects(
    embedded.cluster,
    [configMap('here', undefined), configMap('gone', 'default'), foreign],
    options,
  );

  expect(Object.fromEntries(deleted.map(({ name, outcome }) => [name, outcome]))).toEqual({
    here: 'deleted',
    gone: 'absent',
    x: 'absent',
  });
  expect(await embedded.cluster.client.find(ConfigMap, { namespace: 'default', name: 'here' })).toBeUndefined();
});

test('a dry run deletes nothing', async () => {
  await using embedded = await embeddedCluster();
  await embedded.cluster.client.create(configMap('here', 'default'));

  const deleted = await deleteObjects(embedded.cluster, [configMap('here', 'default')], { ...options, dryRun: true });

  expect(deleted[0]?.outcome).toBe('deleted');
  expect(await embedded.cluster.client.find(ConfigMap, { namespace: 'default', name: 'here' })).toBeDefined();
});

test('an object that stays is named with its finalizers', async () => {
  await using embedded = await embeddedCluster();
  const held = configMap('held', 'default');
  await embedded.cluster.client.create({ ...held, metadata: { ...held.metadata, finalizers: ['example.com/hold'] } });

  const error = await caught(deleteObjects(embedded.cluster, [held], { ...options, timeoutMs: 20, pollMs: 1 }));

  expect(error).toMatchObject({ code: 'delete-stuck' });
  expect(error.message).toMatch(/ConfigMap default\/held .*\n {2}finalizers: example\.com\/hold/);
});
