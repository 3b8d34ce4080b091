import { expect, test } from 'vitest';
import {
  countOfCrds,
  deleteCustomResources,
  describeUsage,
  usageOf,
} from '../../../../src/commands/cluster/definitions/custom-resources.js';
import { embeddedCluster, widget, widgetCrd } from '../embedded-cluster.js';
import { caught } from '../project-fixture.js';

test('counts objects in all namespaces; CRDs that are not there do not count', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  await client.apply(widgetCrd(), { fieldManager: 'kbts' });
  await client.create(widget('a'));
  await client.create(widget('b', 'kube-system'));

  const usages = await usageOf(client, ['widgets.example.com', 'gadgets.example.com']);

  expect(usages.map(({ crd, objects }) => [crd, objects.length])).toEqual([['widgets.example.com', 2]]);
  expect(describeUsage(usages)).toBe('2 widgets');
});

test('no objects are nothing to speak of, and one is called by its kind', () => {
  const kind = { gvk: { group: 'example.com', version: 'v1', kind: 'Widget' }, plural: 'widgets' } as never;

  expect(describeUsage([{ crd: 'w', kind, objects: [] }])).toBeUndefined();
  expect(describeUsage([{ crd: 'w', kind, objects: [{ metadata: {} }] }])).toBe('1 Widget');
});

test('deletes all of them, and waits for finalizers until time is over', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  await client.apply(widgetCrd(), { fieldManager: 'kbts' });
  await client.create(widget('free'));
  await client.create(widget('held', 'default', ['example.com/hold']));
  const usages = await usageOf(client, ['widgets.example.com']);

  const error = await caught(deleteCustomResources(client, usages, { timeoutMs: 20, pollMs: 1 }));

  const [left] = await usageOf(client, ['widgets.example.com']);
  expect(error).toMatchObject({
    code: 'delete-stuck',
    message: expect.stringContaining('Widget default/held: finalizers example.com/hold'),
  });
  expect(left?.objects.map(({ metadata }) => metadata.name)).toEqual(['held']);
});

test('an object that was created after all were counted is named, and stays', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  await client.apply(widgetCrd(), { fieldManager: 'kbts' });
  const usages = await usageOf(client, ['widgets.example.com']);
  await client.create(widget('late'));

  const error = await caught(deleteCustomResources(client, usages, { timeoutMs: 20, pollMs: 1 }));

  expect(error).toMatchObject({
    code: 'delete-stuck',
    message: expect.stringContaining('Widget default/late: created meanwhile'),
    fix: expect.not.stringContaining('finalizers'),
  });
  expect((await usageOf(client, ['widgets.example.com']))[0]?.objects).toHaveLength(1);
});

test('what a CRD has that serves no version cannot be seen, which is not the same as nothing', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  const schema = { openAPIV3Schema: { type: 'object' } };
  const versions = [{ name: 'v1', served: false, storage: true, schema }];
  await client.apply(widgetCrd({ versions }), { fieldManager: 'kbts' });

  const error = await caught(usageOf(client, ['widgets.example.com']));

  expect(error).toMatchObject({ code: 'not-confirmed', message: expect.stringContaining('serves no version') });
});

test('CRDs are counted in words', () => {
  expect([countOfCrds([]), countOfCrds([1]), countOfCrds([1, 2])]).toEqual(['0 CRDs', '1 CRD', '2 CRDs']);
});
