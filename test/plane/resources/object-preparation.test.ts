import { expect, test } from 'vitest';
import { prepareForCreate } from '../../../src/plane/resources/object-preparation.js';
import type { ApiObject } from '../../../src/plane/storage/api-object.js';

const clock = { now: () => 0 };
const owner = (name: string, more: object = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', name, uid: name, ...more });

test('equal owners are kept once, in the order in which they came first', () => {
  const ownerReferences = [owner('a', { controller: true }), owner('b'), owner('a', { controller: true }), owner('a')];
  const object: ApiObject = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', ownerReferences } };

  const { metadata } = prepareForCreate(object, { hasStatus: false } as never, clock);

  expect(metadata.ownerReferences).toEqual([owner('a', { controller: true }), owner('b'), owner('a')]);
});
