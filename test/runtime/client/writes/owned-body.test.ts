import { expect, test } from 'vitest';
import { ownedBody } from '../../../../src/runtime/client/writes/owned-body.js';

const owner = { apiVersion: 'example.com/v1', kind: 'Book', metadata: { namespace: 'ns', name: 'a', uid: 'u1' } };
const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'b' } };

test('without an owner an object stays what it is', () => {
  expect(ownedBody(object, undefined, 'ns')).toBe(object);
});

test('the owner becomes the controller, in a copy', () => {
  const owned = ownedBody(object, owner, 'ns') as { metadata: object };

  expect(owned.metadata).toMatchObject({ ownerReferences: [{ name: 'a', uid: 'u1', controller: true }] });
  expect(object.metadata).toEqual({ name: 'b' });
});

test('an object with a controller keeps it', () => {
  const reference = { apiVersion: 'v1', kind: 'Other', name: 'x', uid: 'u2', controller: true };
  const taken = { ...object, metadata: { name: 'b', ownerReferences: [reference] } };

  expect(ownedBody(taken, owner, 'ns')).toBe(taken);
});

test.each([
  ['of another namespace', owner, 'other', /lives in another namespace/],
  ['without a namespace', owner, undefined, /which has no namespace/],
  ['of an owner that does not exist', { ...owner, metadata: { name: 'a' } }, undefined, /has no uid yet/],
])('an object %s cannot be owned', (_title, by, namespace, message) => {
  expect(() => ownedBody(object, by, namespace)).toThrow(message);
});
