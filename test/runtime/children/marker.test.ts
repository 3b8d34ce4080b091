import { expect, test } from 'vitest';
import { childNameOf, isFar, isOurs } from '../../../src/runtime/children/marker.js';
import type { AnyObject } from '../../../src/runtime/object/readonly.js';

const owner = { apiVersion: 'a.b/v1', kind: 'Stack', metadata: { namespace: 'ns', name: 'a', uid: 'owner' } };
const parent = { owner, controller: 'team/stack', fieldManager: 'manager' };
const marker = {
  'f:metadata': {
    'f:labels': { 'f:kbts.dev/owner-uid': {} },
    'f:annotations': { 'f:kbts.dev/child': {}, 'f:a': {} },
  },
};

/** A child as the API server stores it, with some of its metadata changed. */
function child(changes: object = {}, entry: object = {}): AnyObject {
  const metadata = {
    namespace: 'ns',
    name: 'm',
    labels: { 'kbts.dev/owner-uid': 'owner' },
    annotations: { 'kbts.dev/child': 'team/stack/map' },
    ownerReferences: [{ apiVersion: 'a.b/v1', kind: 'Stack', name: 'a', uid: 'owner', controller: true }],
    managedFields: [{ manager: 'manager', operation: 'Apply', fieldsV1: marker, ...entry }],
    ...changes,
  };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata };
}

test('a child has the uid of its owner and the names of its controller and of itself', () => {
  expect(childNameOf(child(), parent)).toBe('map');
  expect(isOurs(child(), parent)).toBe(true);
  expect(isOurs(child({ namespace: 'other', ownerReferences: undefined }), parent)).toBe(true);
});

test.each([
  ['another owner', child({ labels: { 'kbts.dev/owner-uid': 'another' } })],
  ['no label', child({ labels: undefined })],
  ['no annotation', child({ annotations: undefined })],
  ['another controller', child({ annotations: { 'kbts.dev/child': 'stack/map' } })],
  ['a controller whose name begins alike', child({ annotations: { 'kbts.dev/child': 'team/stack/map/more' } })],
  ['no name', child({ annotations: { 'kbts.dev/child': 'team/stack/' } })],
  ['a name alone', child({ annotations: { 'kbts.dev/child': 'map' } })],
  ['keep', child({ annotations: { 'kbts.dev/child': 'team/stack/map', 'kbts.dev/keep': '' } })],
  ['no owner', child({ ownerReferences: undefined })],
  ['an owner that is not its controller', child({ ownerReferences: [{ ...owner, name: 'a', uid: 'owner' }] })],
  [
    'a controller that had the name before',
    child({ ownerReferences: [{ ...owner, uid: 'before', controller: true }] }),
  ],
  ['no managers', child({ managedFields: undefined })],
  ['another manager', child({}, { manager: 'kubectl' })],
  ['a manager that updated', child({}, { operation: 'Update' })],
  ['a manager of the status', child({}, { subresource: 'status' })],
  ['a manager of other labels', child({}, { fieldsV1: { 'f:metadata': { ...marker['f:metadata'], 'f:labels': {} } } })],
  [
    'a manager of other annotations',
    child({}, { fieldsV1: { 'f:metadata': { ...marker['f:metadata'], 'f:annotations': {} } } }),
  ],
  ['a manager of nothing', child({}, { fieldsV1: undefined })],
])('an object with %s is not ours', (_, object) => {
  expect(isOurs(object, parent)).toBe(false);
});

test('an object is far from an owner in a namespace when it is elsewhere', () => {
  expect(['ns', 'other', undefined].map((namespace) => isFar(owner, namespace))).toEqual([false, true, true]);
  const cluster = { ...owner, metadata: { name: 'a' } };
  expect(['ns', undefined].map((namespace) => isFar(cluster, namespace))).toEqual([false, false]);
});
