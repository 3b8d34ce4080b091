import { expect, test } from 'vitest';
import { SharedFields } from '../../../../src/runtime/cache/store/shared-fields.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';

function parsed(name: string, fieldsV1: unknown): KubeObject {
  const text = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, managedFields: [{ manager: 'kubelet', operation: 'Update', fieldsV1 }] },
  });
  return JSON.parse(text) as KubeObject;
}

function treeOf(object: KubeObject, name: string): unknown {
  const fields = object.metadata.managedFields?.[0]?.fieldsV1 as Record<string, unknown>;
  return fields[name];
}

test('objects with equal managed fields hold one copy of them, and say the same as before', () => {
  const shared = new SharedFields();
  const fields = { 'f:spec': { 'f:containers': { 'k:{"name":"a"}': { '.': {} } } }, 'f:status': {} };
  const [first, second] = [parsed('a', fields), parsed('b', fields)];
  shared.share(first);
  shared.share(second);

  expect(treeOf(second, 'f:spec')).toBe(treeOf(first, 'f:spec'));
  expect(second).toEqual(parsed('b', fields));
});

test('different managed fields stay different', () => {
  const shared = new SharedFields();
  const first = parsed('a', { 'f:spec': { 'f:replicas': {} } });
  const second = parsed('b', { 'f:spec': { 'f:paused': {} } });
  shared.share(first);
  shared.share(second);

  expect(treeOf(second, 'f:spec')).toEqual({ 'f:paused': {} });
});

test('what is shared cannot be changed, and the rest of the object can', () => {
  const shared = new SharedFields();
  const object = parsed('a', { 'f:spec': { 'f:replicas': {} } });
  shared.share(object);

  expect(() => Object.assign(treeOf(object, 'f:spec') as object, { more: {} })).toThrow(TypeError);
  delete object.metadata.managedFields;
  expect(object.metadata).toEqual({ name: 'a' });
});

test('objects without managed fields, or with strange ones, are left alone', () => {
  const shared = new SharedFields();
  for (const fields of [undefined, null, 'text', { __proto__: { polluted: true } }, { 'f:spec': null }]) {
    const object = parsed('a', fields);
    const before = JSON.stringify(object);
    shared.share(object);
    expect(JSON.stringify(object)).toBe(before);
  }
  const bare: KubeObject = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };
  shared.share(bare);
  expect(bare.metadata).toEqual({ name: 'a' });
});

test('many different trees do not pile up: sharing starts again and goes on', () => {
  const shared = new SharedFields();
  const first = parsed('first', { 'f:spec': { 'f:same': {} } });
  shared.share(first);
  for (let index = 0; index < 600; index++) shared.share(parsed('x', { 'f:spec': { [`f:${index}`]: {} } }));
  const later = parsed('later', { 'f:spec': { 'f:same': {} } });
  const latest = parsed('latest', { 'f:spec': { 'f:same': {} } });
  shared.share(later);
  shared.share(latest);

  expect(treeOf(later, 'f:spec')).not.toBe(treeOf(first, 'f:spec'));
  expect(treeOf(latest, 'f:spec')).toBe(treeOf(later, 'f:spec'));
});

test('an object that is nested too deep to be compared is left as it is', () => {
  const depth = 100_000;
  const tree = JSON.parse(`${'{"f:a":'.repeat(depth)}{}${'}'.repeat(depth)}`) as object;
  const object = parsed('a', {});
  Object.assign(object.metadata.managedFields?.[0] ?? {}, { fieldsV1: { 'f:spec': tree } });

  new SharedFields().share(object);

  expect(treeOf(object, 'f:spec')).toBe(tree);
});

test('large trees are not kept: an object that is changed again and again must not fill the memory', () => {
  const shared = new SharedFields();
  const large = { 'f:spec': Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`f:key-${index}`, {}])) };
  const [first, second] = [parsed('a', large), parsed('b', large)];
  shared.share(first);
  shared.share(second);

  expect(treeOf(second, 'f:spec')).not.toBe(treeOf(first, 'f:spec'));
  expect(treeOf(second, 'f:spec')).toEqual(treeOf(first, 'f:spec'));
});

test('a line that is parsed shares its trees with those before it, and with lists', () => {
  const shared = new SharedFields();
  const fields = { 'f:spec': { 'f:containers': { 'k:{"name":"a"}': { '.': {}, 'f:image': {} } } }, 'f:status': {} };
  const lines = ['a', 'b'].map((name) => JSON.stringify({ type: 'ADDED', object: parsed(name, fields) }));
  const listed = parsed('c', fields);

  const [first, second] = lines.map((line) => (shared.parse(line) as { object: KubeObject }).object);
  shared.share(listed);

  expect(second).toEqual(parsed('b', fields));
  expect(treeOf(second ?? listed, 'f:spec')).toBe(treeOf(first ?? listed, 'f:spec'));
  expect(treeOf(listed, 'f:spec')).toBe(treeOf(first ?? listed, 'f:spec'));
  expect(Object.isFrozen(treeOf(listed, 'f:spec'))).toBe(true);
});
