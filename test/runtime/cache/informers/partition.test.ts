import { beforeEach, expect, test, vi } from 'vitest';
import { Partition, type PartitionOptions } from '../../../../src/runtime/cache/informers/partition.js';
import { silentLogger } from '../../../../src/runtime/log/silent-logger.js';
import type { ObjectEvent } from '../../../../src/runtime/object/event.js';
import { compute, countTurns } from '../../event-loop.js';
import type { Thing } from '../fake-resource.js';

let events: string[];
const listener = {
  events: (batch: readonly ObjectEvent[]) => void events.push(...batch.map(describe)),
  synced: vi.fn(),
  failed: vi.fn(),
  recovered: vi.fn(),
};

beforeEach(() => {
  events = [];
  vi.clearAllMocks();
});

const partition = (more: Partial<PartitionOptions> = {}) =>
  new Partition({ namespace: '', scope: 'Namespaced', listener, log: silentLogger, ...more });
const thing = (name: string, resourceVersion: string, value = 0): Thing => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name, resourceVersion },
  spec: { value },
});

function describe(event: ObjectEvent): string {
  const extra = event.type === 'create' ? event.initial : event.type === 'delete' ? event.stateUnknown : '';
  return `${event.type} ${event.object.metadata.name} ${extra}`.trim();
}

test('§3.3.5 §3.5.3 the first state is told as initial, later states are not', async () => {
  const part = partition();

  await part.replaced([thing('a', '1')], '5');
  await part.replaced([thing('a', '1'), thing('b', '6')], '7');

  expect(events).toEqual(['create a true', 'create b false']);
  expect(listener.synced).toHaveBeenCalledOnce();
});

test('§3.3.3 what a new state lacks was deleted, with its last known state', async () => {
  const part = partition();
  await part.replaced([thing('a', '1')], '5');

  await part.replaced([], '7');

  expect(events.at(-1)).toBe('delete a true');
});

test('§3.4.5 §17.3.3 versions move with changes and bookmarks, and back with a restored server', async () => {
  const part = partition();
  await part.replaced([], '50');
  part.changed([{ type: 'ADDED', object: thing('a', '60') }], '60');
  expect(part.resourceVersion).toBe('60');
  part.advanced('70');
  expect(part.resourceVersion).toBe('70');
  part.advanced('65');
  expect(part.resourceVersion).toBe('70');

  await part.replaced([], '9');

  expect(part.resourceVersion).toBe('9');
});

test('§3.6.8 a transform changes what is stored; one that drops or fails leaves the object out', async () => {
  const part = partition({
    transform: (object) => {
      if (object.metadata.name === 'bad') throw new Error('oops');
      return object.metadata.name === 'dropped'
        ? undefined
        : { ...object, metadata: { ...object.metadata, annotations: { seen: 'yes' } } };
    },
  });

  await part.replaced([thing('a', '1'), thing('bad', '2'), thing('dropped', '3')], '5');

  expect(part.store.keys()).toEqual(['a']);
  expect(part.store.get('a')?.metadata.annotations).toEqual({ seen: 'yes' });
});

test('an object that a transform begins to drop is deleted from the store', async () => {
  let drops = false;
  const part = partition({ transform: (object) => (drops ? undefined : object) });
  await part.replaced([thing('a', '1')], '5');
  drops = true;

  part.changed([{ type: 'MODIFIED', object: thing('a', '6') }], '6');

  expect(events.at(-1)).toBe('delete a false');
});

test('keys of other shards are left out', async () => {
  const part = partition({ keeps: ({ name }) => name === 'a' });

  await part.replaced([thing('a', '1'), thing('b', '2')], '5');

  expect(part.store.keys()).toEqual(['a']);
  expect([part.keeps({ name: 'a' }), part.keeps({ name: 'b' })]).toEqual([true, false]);
});

test('knows whether its watch certainly selects an object', () => {
  expect(partition({ labels: { app: 'web' } }).selects({ labels: { app: 'web' } })).toBe(true);
  expect(partition({ labels: { app: 'web' } }).selects({})).toBe(false);
  expect(partition({ fields: 'spec.nodeName=n1' }).selects({})).toBe(false);
});

test('passes failures on', () => {
  partition().failed(new Error('no'), 800);

  expect(listener.failed).toHaveBeenCalledWith(new Error('no'), 800);
});

test('§17.3.1 selects objects outside of excluded namespaces for certain', () => {
  const part = partition({ fields: 'metadata.namespace!=kube-system' });

  expect([part.selects({ namespace: 'ns' }), part.selects({ namespace: 'kube-system' })]).toEqual([true, false]);
  expect([part.covers('ns'), part.covers('kube-system')]).toEqual([true, false]);
});

test('§17.3.9 when the server went back in time nobody waits for versions of before', async () => {
  const part = partition();
  await part.replaced([], '500');
  part.ownWrites.seen('a', '600');
  const waiting = part.ownWrites.wait({ key: 'a' }, { timeoutMs: 60_000 });

  await part.replaced([], '9');

  expect(await waiting).toBeUndefined();
  expect(await part.ownWrites.wait({ key: 'a' }, { timeoutMs: 60_000 })).toBeUndefined();
});

test('§3.3.2 whoever is told of a change finds it in the store', async () => {
  const found: (string | undefined)[] = [];
  const part: Partition = partition({
    listener: { ...listener, events: () => void found.push(part.store.get('a')?.metadata.resourceVersion) },
  });

  await part.replaced([thing('a', '1')], '1');
  part.changed([{ type: 'MODIFIED', object: thing('a', '2') }], '2');
  part.changed([{ type: 'DELETED', object: thing('a', '3') }], '3');

  expect(found).toEqual(['1', '2', undefined]);
});

test('§3.6.7 a transform sees each object once', async () => {
  const seen: string[] = [];
  const part = partition({
    transform(object) {
      seen.push(`${object.metadata.name}@${object.metadata.resourceVersion}`);
      return object;
    },
  });

  await part.replaced([thing('a', '1'), thing('b', '2')], '2');
  part.changed([{ type: 'MODIFIED', object: thing('a', '3') }], '3');

  expect(seen).toEqual(['a@1', 'b@2', 'a@3']);
});

const many = (count: number, version: string): Thing[] =>
  Array.from({ length: count }, (_, index) => thing(`t${index}`, version));

test.each([
  ['the first state', 0],
  ['a later one', 60],
])('%s is taken in by slices, and counts when all of it is there', async (_title, before) => {
  const told: number[] = [];
  const part = partition({
    transform: (object) => {
      compute(1);
      return object;
    },
    listener: { ...listener, events: (batch) => void told.push(batch.length) },
  });
  if (before > 0) await part.replaced(many(before, '1'), '1');
  told.length = 0;
  using loop = countTurns();

  const filled = part.replaced(many(60, '2'), '2');

  expect([part.isSynced, part.resourceVersion]).toEqual(before > 0 ? [true, '1'] : [false, undefined]);
  await filled;
  expect(loop.turns).toBeGreaterThan(3);
  expect([part.isSynced, part.resourceVersion]).toEqual([true, '2']);
  expect(told.reduce((sum, count) => sum + count, 0)).toBe(60);
});

test('what is stored in a slice is told in the same turn, so that a listener that comes in between misses nothing', async () => {
  const seen = new Set<string>();
  const part = partition({
    listener: { ...listener, events: (batch) => batch.forEach(({ object }) => seen.add(object.metadata.name ?? '')) },
  });
  part.store.addIndex('slow', () => {
    compute(1);
    return [];
  });
  const states: [stored: number, told: number][] = [];
  using loop = countTurns();

  const filled = part.replaced(many(60, '2'), '2');
  while (!part.isSynced) {
    states.push([part.store.size, seen.size]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await filled;

  expect(loop.turns).toBeGreaterThan(3);
  expect(states.filter(([stored, told]) => stored !== told)).toEqual([]);
});
