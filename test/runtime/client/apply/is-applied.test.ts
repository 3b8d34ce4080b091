import { expect, test } from 'vitest';
import { isApplied } from '../../../../src/runtime/client/apply/is-applied.js';
import type { KubeObject, ManagedFieldsEntry } from '../../../../src/runtime/object/meta.js';

const me = { fieldManager: 'me' };
const identity = { apiVersion: 'v1', kind: 'Thing' };
const desired = { ...identity, metadata: { namespace: 'ns', name: 'a' }, spec: { size: 1 } };
const owned = { 'f:spec': { 'f:size': {} } };

function stored(spec: object, entry: Partial<ManagedFieldsEntry> = {}): KubeObject {
  const own = {
    manager: 'me',
    operation: 'Apply',
    apiVersion: 'v1',
    fieldsType: 'FieldsV1',
    fieldsV1: owned,
    ...entry,
  };
  return { ...identity, metadata: { namespace: 'ns', name: 'a', uid: 'u', managedFields: [own] }, spec } as KubeObject;
}

test('the same fields with the same values are applied; what others added does not count', () => {
  expect(isApplied(desired, stored({ size: 1, other: 2 }), me)).toBe(true);
});

test.each<[string, object, KubeObject]>([
  ['another value', desired, stored({ size: 2 })],
  ['a field that is new', { ...desired, spec: { size: 1, more: 1 } }, stored({ size: 1, more: 1 })],
  ['a field that is left out now', { ...desired, spec: {} }, stored({ size: 1 })],
  ['a label that is new', { ...desired, metadata: { name: 'a', labels: { a: 'b' } } }, stored({ size: 1 })],
  ['a version to lock on', { ...desired, metadata: { name: 'a', resourceVersion: '1' } }, stored({ size: 1 })],
  ['null', { ...desired, spec: { size: null } }, stored({ size: null })],
  ['another manager', desired, stored({ size: 1 }, { manager: 'other' })],
  ['an update of the same manager', desired, stored({ size: 1 }, { operation: 'Update' })],
  ['another subresource', desired, stored({ size: 1 }, { subresource: 'status' })],
  ['another version', desired, stored({ size: 1 }, { apiVersion: 'v2' })],
  ['fields in a form of the future', desired, stored({ size: 1 }, { fieldsType: 'FieldsV2' })],
  ['no managed fields', desired, { ...stored({ size: 1 }), metadata: { name: 'a' } }],
])('%s is for the server to judge', (_title, body, object) => {
  expect(isApplied(body, object, me)).toBe(false);
});

const items = (...names: string[]): object[] => names.map((name) => ({ name }));
const list = {
  'f:spec': { 'f:list': { 'k:{"name":"a"}': { '.': {}, 'f:name': {} }, 'k:{"name":"b"}': { '.': {}, 'f:name': {} } } },
};

test.each<[string, object[], object[], boolean]>([
  ['the same', items('a', 'b'), items('a', 'b'), true],
  ['one of others between', items('a', 'b'), items('a', 'x', 'b'), true],
  ['another order', items('b', 'a'), items('a', 'b'), false],
  ['one less', items('a'), items('a', 'b'), false],
  ['one more', items('a', 'b', 'c'), items('a', 'b', 'c'), false],
  ['one twice', items('a', 'a'), items('a', 'b'), false],
  ['one gone', items('a', 'b'), items('a'), false],
])('a merged list: %s', (_title, wanted, actual, isSame) => {
  const body = { ...desired, spec: { list: wanted } };

  expect(isApplied(body, stored({ list: actual }, { fieldsV1: list }), me)).toBe(isSame);
});
