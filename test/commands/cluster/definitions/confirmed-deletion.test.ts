import { expect, test } from 'vitest';
import { confirmedUsage, deleteData } from '../../../../src/commands/cluster/definitions/confirmed-deletion.js';
import { embeddedCluster, widget, widgetCrd } from '../embedded-cluster.js';
import { caught, surroundings } from '../project-fixture.js';

const { signal } = new AbortController();

test('nobody is asked when there is nothing to lose', async () => {
  await using embedded = await embeddedCluster();
  await embedded.cluster.client.apply(widgetCrd(), { fieldManager: 'kbts' });
  const confirm = (): Promise<boolean> => Promise.reject(new Error('asked'));

  const usages = await confirmedUsage(embedded.cluster, ['widgets.example.com'], { confirm, signal });

  expect(usages).toHaveLength(1);
});

test('objects are deleted only after someone has agreed; a dry run asks nobody', async () => {
  await using embedded = await embeddedCluster();
  await embedded.cluster.client.apply(widgetCrd(), { fieldManager: 'kbts' });
  await embedded.cluster.client.create(widget('a'));
  const names = ['widgets.example.com'];
  const no = { confirm: () => Promise.resolve(false), signal };

  expect(await caught(confirmedUsage(embedded.cluster, names, no))).toMatchObject({ code: 'not-confirmed' });
  expect(await confirmedUsage(embedded.cluster, names, { ...no, dryRun: true })).toHaveLength(1);
  const usages = await confirmedUsage(embedded.cluster, names, { confirm: () => Promise.resolve(true), signal });
  const around = surroundings('/');
  await deleteData(embedded.cluster, usages, around, 10_000);

  expect(around.steps).toEqual(['delete 1 Widget']);
  expect((await confirmedUsage(embedded.cluster, names, no))[0]?.objects).toEqual([]);
});
