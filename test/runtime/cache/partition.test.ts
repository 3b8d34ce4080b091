import { beforeEach, expect, test, vi } from 'vitest';
import { Partition, type PartitionOptions } from '../../../src/runtime/cache/partition.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import type { ObjectEvent } from '../../../src/runtime/object/event.js';
import type { Thing } from './fake-resource.js';

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

test('§3.5 the first state is told as initial, later states are not', () => {
  const part = partition();

  part.replaced([thing('a', '1')], '5');
  part.replaced([thing('a', '1'), thing('b', '6')], '7');

  expect(events).toEqual(['create a true', 'create b false']);
  expect(listener.synced).toHaveBeenCalledOnce();
});

test('§3.3 what a new state lacks was deleted, with its last known state', () => {
  const part = partition();
  part.replaced([thing('a', '1')], '5');

  part.replaced([], '7');

  expect(events.at(-1)).toBe('delete a true');
});

test('§3.4 versions move with changes and bookmarks, and back with a restored server', () => {
  const part = partition();
  part.replaced([], '50');
  part.changed([{ type: 'ADDED', object: thing('a', '60') }], '60');
  expect(part.resourceVersion).toBe('60');
  part.advanced('70');
  expect(part.resourceVersion).toBe('70');
  part.advanced('65');
  expect(part.resourceVersion).toBe('70');

  part.replaced([], '9');

  expect(part.resourceVersion).toBe('9');
});

test('§3.6 a transform changes what is stored; one that drops or fails leaves the object out', () => {
  const part = partition({
    transform: (object) => {
      if (object.metadata.name === 'bad') throw new Error('oops');
      return object.metadata.name === 'dropped'
        ? undefined
        : { ...object, metadata: { ...object.metadata, annotations: { seen: 'yes' } } };
    },
  });

  part.replaced([thing('a', '1'), thing('bad', '2'), thing('dropped', '3')], '5');

  expect(part.store.keys()).toEqual(['a']);
  expect(part.store.get('a')?.metadata.annotations).toEqual({ seen: 'yes' });
});

test('an object that a transform begins to drop is deleted from the store', () => {
  let drops = false;
  const part = partition({ transform: (object) => (drops ? undefined : object) });
  part.replaced([thing('a', '1')], '5');
  drops = true;

  part.changed([{ type: 'MODIFIED', object: thing('a', '6') }], '6');

  expect(events.at(-1)).toBe('delete a false');
});

test('keys of other shards are left out', () => {
  const part = partition({ keeps: (key) => key === 'a' });

  part.replaced([thing('a', '1'), thing('b', '2')], '5');

  expect(part.store.keys()).toEqual(['a']);
  expect([part.keeps('a'), part.keeps('b')]).toEqual([true, false]);
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

test('§17.3 selects objects outside of excluded namespaces for certain', () => {
  const part = partition({ fields: 'metadata.namespace!=kube-system' });

  expect([part.selects({ namespace: 'ns' }), part.selects({ namespace: 'kube-system' })]).toEqual([true, false]);
  expect([part.covers('ns'), part.covers('kube-system')]).toEqual([true, false]);
});

test('§17.3 when the server went back in time nobody waits for versions of before', async () => {
  const part = partition();
  part.replaced([], '500');
  part.ownWrites.seen('a', '600');
  const waiting = part.ownWrites.wait({ key: 'a' }, { timeoutMs: 60_000 });

  part.replaced([], '9');

  expect(await waiting).toBeUndefined();
  expect(await part.ownWrites.wait({ key: 'a' }, { timeoutMs: 60_000 })).toBeUndefined();
});

test('§3.3 whoever is told of a change finds it in the store', () => {
  const found: (string | undefined)[] = [];
  const part: Partition = partition({
    listener: { ...listener, events: () => void found.push(part.store.get('a')?.metadata.resourceVersion) },
  });

  part.replaced([thing('a', '1')], '1');
  part.changed([{ type: 'MODIFIED', object: thing('a', '2') }], '2');
  part.changed([{ type: 'DELETED', object: thing('a', '3') }], '3');

  expect(found).toEqual(['1', '2', undefined]);
});

test('§3.6 a transform sees each object once', () => {
  const seen: string[] = [];
  const part = partition({
    transform(object) {
      seen.push(`${object.metadata.name}@${object.metadata.resourceVersion}`);
      return object;
    },
  });

  part.replaced([thing('a', '1'), thing('b', '2')], '2');
  part.changed([{ type: 'MODIFIED', object: thing('a', '3') }], '3');

  expect(seen).toEqual(['a@1', 'b@2', 'a@3']);
});
