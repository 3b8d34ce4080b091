import { beforeEach, expect, test } from 'vitest';
import { ObjectStore } from '../../../../src/runtime/cache/store/store.js';
import type { Thing } from '../fake-resource.js';

let store: ObjectStore;

beforeEach(() => {
  store = new ObjectStore();
});

const thing = (name: string, resourceVersion = '1', value = 0): Thing => ({
  apiVersion: 'example.com/v1',
  kind: 'Thing',
  metadata: { namespace: 'ns', name, resourceVersion },
  spec: { value },
});

test('§3.5.3 tells what changed: create, update with the old object, delete with the last', () => {
  const first = thing('a');
  const second = thing('a', '2');

  expect(store.put(first)).toEqual({ type: 'create', object: first });
  expect(store.put(second)).toEqual({ type: 'update', old: first, object: second });
  expect(store.remove('ns/a', thing('a', '3'))).toEqual({
    type: 'delete',
    object: thing('a', '3'),
    stateUnknown: false,
  });
  expect(store.remove('ns/a')).toBeUndefined();
});

test('§3.5.6 the same version again is no change', () => {
  store.put(thing('a'));

  expect(store.put(thing('a'))).toBeUndefined();
});

test('§3.3.3 §17.5.4 a replacement first tells deletions of unknown state, then the rest in order', () => {
  ['a', 'b', 'c'].forEach((name) => store.put(thing(name)));

  const steps = [...store.replace([thing('d'), thing('b', '2'), thing('c')])];
  const changes = steps.filter((step) => step !== undefined);

  expect(changes.map((change) => `${change.type} ${change.object.metadata.name}`)).toEqual([
    'delete a',
    'create d',
    'update b',
  ]);
  expect(changes[0]).toMatchObject({ stateUnknown: true });
  expect(store.keys().sort()).toEqual(['ns/b', 'ns/c', 'ns/d']);
});

test('§3.4 indexes follow every change', () => {
  store.put(thing('a', '1', 1));
  store.addIndex('value', (object) => [String((object as Thing).spec?.value)]);
  store.put(thing('b', '1', 1));
  const names = (value: string) => store.byIndex('value', value).map(({ metadata }) => metadata.name);

  expect(names('1')).toEqual(['a', 'b']);
  store.put(thing('a', '2', 2));
  expect([names('1'), names('2')]).toEqual([['b'], ['a']]);
  store.remove('ns/b');
  expect(names('1')).toEqual([]);
});

test('§3.4.3 has an index by namespace and refuses a name twice or an unknown one', () => {
  store.put(thing('a'));

  expect(store.list('ns').length).toBe(1);
  expect(store.list('other')).toEqual([]);
  expect(() => store.addIndex('namespace', () => [])).toThrow(/registered twice/);
  expect(() => store.byIndex('nope', 'x')).toThrow(/there is no index "nope"/);
});

test('gives frozen objects to readers and unfrozen ones to the runtime', () => {
  store.put(thing('a'));

  expect(Object.isFrozen(store.peek('ns/a'))).toBe(false);
  expect(Object.isFrozen(store.get('ns/a')?.metadata)).toBe(true);
  expect(store.get('ns/b')).toBeUndefined();
});

test('§3.6.8 an object from which a transform took the version always counts as changed', () => {
  const bare = (value: number): Thing => ({
    apiVersion: 'v1',
    kind: 'Thing',
    metadata: { name: 'a' },
    spec: { value },
  });
  store.put(bare(1));

  expect(store.put(bare(2))).toMatchObject({ type: 'update', object: { spec: { value: 2 } } });
});
