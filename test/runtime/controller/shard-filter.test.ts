import { afterEach, beforeEach, expect, test } from 'vitest';
import { NotInShardError } from '../../../src/runtime/cache/cache-error.js';
import { isInShard } from '../../../src/runtime/cache/informers/shard.js';
import { controller } from '../../../src/runtime/controller/builder.js';
import { channel } from '../../../src/runtime/controller/source.js';
import { enqueueObject } from '../../../src/runtime/controller/event-handler.js';
import { defineKind } from '../../../src/runtime/object/kind.js';
import { FakeTransport } from '../cache/fake-transport.js';
import { Thing } from '../cache/thing.js';
import { settle } from '../manual-clock.js';
import { FakeHost } from './fake-host.js';

const Part = defineKind({ group: 'example.com', version: 'v1', kind: 'Part', plural: 'parts', scope: 'Namespaced' });
const NAMES = Array.from({ length: 12 }, (_, index) => `t${index}`);

let transport: FakeTransport;
let hosts: FakeHost[];
let calls: string[];

beforeEach(() => {
  transport = new FakeTransport();
  calls = [];
});

afterEach(() => Promise.all(hosts.map((host) => host.close())));

const owned = (name: string) => ({
  metadata: {
    uid: `uid-of-${name}`,
    ownerReferences: [{ apiVersion: Thing.apiVersion, kind: 'Thing', name, uid: `uid-of-${name}`, controller: true }],
  },
});

/** Two replicas that share Things, each of which owns Parts. */
async function start(shared: 'kind' | 'default'): Promise<ReturnType<typeof channel>[]> {
  const outside = [0, 1].map((index) => channel(`outside ${index}`, enqueueObject()));
  hosts = [0, 1].map((index) => {
    const shard = { index, count: 2 };
    const host = new FakeHost({
      transport,
      cache: shared === 'kind' ? { kinds: [[Thing, { shard }]] } : { default: { shard } },
    });
    controller(host)
      .for(Thing)
      .owns(Part)
      .source(outside[index] ?? channel('none', enqueueObject()))
      .complete({
        reconcileObject: async ({ metadata }) => void calls.push(`${index} reconciles ${metadata.name}`),
        onDeleted: async ({ name }) => void calls.push(`${index} onDeleted ${name}`),
      });
    return host;
  });
  for (const host of hosts) await host.start();
  return outside;
}

const replicaOf = (name: string): number => [0, 1].findIndex((index) => isInShard(`ns/${name}`, { index, count: 2 }));
const expected = (what: string): string[] => NAMES.map((name) => `${replicaOf(name)} ${what} ${name}`).sort();

test.each(['kind', 'default'] as const)(
  'every key reaches the reconciler of its shard only, whatever it comes from; shard of the %s',
  async (shared) => {
    for (const name of NAMES) transport.of('things').put(`ns/${name}`);
    const outside = await start(shared);
    expect(calls.toSorted()).toEqual(expected('reconciles'));

    calls = [];
    for (const name of NAMES) transport.of('parts').put(`ns/${name}-part`, { kind: 'Part', ...owned(name) });
    await settle();
    expect(calls.toSorted()).toEqual(expected('reconciles'));

    calls = [];
    for (const name of NAMES)
      outside.forEach((source) =>
        source.emit({ apiVersion: 'x/v1', kind: 'Thing', metadata: { namespace: 'ns', name } }),
      );
    await settle();
    expect(calls.toSorted()).toEqual(expected('reconciles'));

    calls = [];
    for (const name of NAMES) transport.of('things').remove(`ns/${name}`);
    await settle();
    expect(calls.toSorted()).toEqual(expected('onDeleted'));
    expect(hosts.flatMap((host) => host.errors())).toEqual([]);
  },
);

test('with a shard for all kinds a child is where its owner is', async () => {
  for (const name of NAMES) {
    transport.of('things').put(`ns/${name}`);
    transport.of('parts').put(`ns/${name}-part`, { kind: 'Part', ...owned(name) });
  }
  await start('default');

  for (const [index, host] of hosts.entries()) {
    const { items } = await host.client.list(Part, { namespace: 'ns' });
    const mine = NAMES.filter((name) => replicaOf(name) === index).map((name) => `${name}-part`);
    expect(items.map(({ metadata }) => metadata.name)).toEqual(mine);
  }
});

test('a read outside of the shard says so, and one of an object that does not exist finds nothing', async () => {
  for (const name of NAMES) transport.of('things').put(`ns/${name}`);
  await start('kind');

  for (const name of NAMES) {
    const [own, other] = replicaOf(name) === 0 ? hosts : hosts.toReversed();
    expect((await own?.client.find(Thing, { namespace: 'ns', name }))?.metadata.name).toBe(name);
    const read = other?.client.find(Thing, { namespace: 'ns', name });
    await expect(read).rejects.toThrow(NotInShardError);
    await expect(read).rejects.toThrow(`Thing ns/${name} is not in shard ${1 - replicaOf(name)} of 2`);
  }
  for (const host of hosts) expect(await host.client.find(Thing, { namespace: 'ns', name: 'none' })).toBeUndefined();
});

test('an object whose new owner belongs to another replica is not deleted for the replica that had it', async () => {
  const [from, to] = [0, 1].map((index) => NAMES.find((name) => replicaOf(name) === index) ?? '');
  for (const name of [from, to]) transport.of('things').put(`ns/${name}`);
  transport.of('parts').put('ns/part', { kind: 'Part', ...owned(from ?? '') });
  await start('default');
  calls = [];

  transport.of('parts').put('ns/part', { kind: 'Part', ...owned(to ?? '') });
  await settle();

  expect(calls.toSorted()).toEqual([`0 reconciles ${from}`, `1 reconciles ${to}`]);
});
