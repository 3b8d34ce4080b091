import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ApiObject } from '../../../src/plane/storage/api-object.js';
import { ObjectStore, StaleObject } from '../../../src/plane/storage/object-store.js';

const object = (name: string, data = ''): ApiObject => ({ apiVersion: 'v1', kind: 'X', metadata: { name }, data });

describe('the object store', () => {
  test('§17.4.11 counts one version over all collections', () => {
    const store = new ObjectStore({ firstVersion: 10 });

    const first = store.collection('a').create(object('x'));
    const second = store.collection('b').create(object('x'));

    expect([first, second].map((stored) => stored?.metadata.resourceVersion)).toEqual(['11', '12']);
  });

  test('refuses to replace an object that somebody else replaced', () => {
    const collection = new ObjectStore().collection('a');
    const before = collection.create(object('x'))!;
    collection.update(before, object('x', 'theirs'));

    expect(() => collection.update(before, object('x', 'mine'))).toThrow(StaleObject);
    expect(() => collection.remove(before)).toThrow(StaleObject);
  });

  test('forgets what is older than its history and says so', () => {
    const store = new ObjectStore({ historyLimit: 4, firstVersion: 0 });
    const collection = store.collection('a');
    for (let index = 0; index < 10; index++) collection.create(object(`x${index}`));

    expect(collection.eventsSince(0)).toBeUndefined();
    expect(collection.snapshotAt(0)).toBeUndefined();
    expect(collection.eventsSince(9)?.map(({ version }) => version)).toEqual([10]);
  });

  test('shows every past state as it was, and replays from it to the present', () => {
    const action = fc.record({ name: fc.constantFrom('a', 'b', 'c'), remove: fc.boolean(), data: fc.string() });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        const store = new ObjectStore();
        const collection = store.collection('x');
        const states: { version: number; json: string }[] = [];
        for (const { name, remove, data } of actions) {
          const current = collection.get(`/${name}`);
          if (current === undefined) collection.create(object(name, data));
          else if (remove) collection.remove(current);
          else collection.update(current, object(name, data));
          states.push({ version: store.currentVersion, json: JSON.stringify(collection.snapshot().objects) });
        }
        for (const { version, json } of states) {
          expect(JSON.stringify(collection.snapshotAt(version)?.objects)).toBe(json);
          const replayed = new Map(collection.snapshotAt(version)?.objects.map((one) => [one.metadata.name, one]));
          for (const event of collection.eventsSince(version) ?? []) {
            if (event.type === 'DELETED') replayed.delete(event.object.metadata.name);
            else replayed.set(event.object.metadata.name, event.object);
          }
          expect([...replayed.keys()].sort()).toEqual(collection.snapshot().objects.map((one) => one.metadata.name));
        }
      }),
    );
  });
});
