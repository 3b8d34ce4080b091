import { expect, test } from 'vitest';
import { deleteObjects } from '../../../../src/commands/cluster/apply/delete-objects.js';
import { Deployment } from '../../../../src/k8s/apps/v1/index.js';
import { ConfigMap, Pod } from '../../../../src/k8s/core/v1/index.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { eventually } from '../../../../src/testing/eventually.js';
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

test('what pods live on stays until they have ended', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  const labels = { app: 'operator' };
  const spec = { containers: [{ name: 'a', image: 'a:b' }] };
  const template = { metadata: { labels }, spec };
  const at = { name: 'operator', namespace: 'default' };
  const deployment = new Deployment({ metadata: at, spec: { selector: { matchLabels: labels }, template } });
  await client.create(deployment);
  await client.create(configMap('rights', 'default'));
  const pod = await client.create(new Pod({ metadata: { ...at, labels }, spec }));
  const rights = () => client.find(ConfigMap, { namespace: 'default', name: 'rights' });
  const details: string[] = [];
  const update = (detail: string): void => void details.push(detail);

  const objects = [deployment as KubeObject, configMap('rights', 'default')];
  const deleting = deleteObjects(embedded.cluster, objects, { ...options, pollMs: 1, update });
  await eventually(() => expect(details).toContain('1 pods are ending'));
  const isGone = (await client.find(Deployment, at)) === undefined;
  const stays = (await rights()) !== undefined;
  await client.delete(pod);
  await deleting;

  expect([isGone, stays]).toEqual([true, true]);
  expect(await rights()).toBeUndefined();
});
