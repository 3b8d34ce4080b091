import { expect, test } from 'vitest';
import { predicates } from '../../../src/runtime/controller/predicate.js';
import type { ObjectEvent } from '../../../src/runtime/object/event.js';
import type { KubeObject, ObjectMeta } from '../../../src/runtime/object/meta.js';

const object = (metadata: ObjectMeta): KubeObject => ({ apiVersion: 'v1', kind: 'Thing', metadata });
const update = (old: ObjectMeta, now: ObjectMeta): ObjectEvent => ({
  type: 'update',
  old: object(old),
  object: object(now),
  resync: false,
});
const others = (metadata: ObjectMeta): ObjectEvent[] => [
  { type: 'create', object: object(metadata), initial: false },
  { type: 'delete', object: object(metadata), stateUnknown: false },
  { type: 'generic', object: object(metadata) },
];

test.each([
  ['generationChanged', { generation: 1 }, { generation: 2 }, true],
  ['generationChanged', { generation: 1 }, { generation: 1, labels: { a: 'b' } }, false],
  ['generationChanged', {}, {}, false],
  ['resourceVersionChanged', { resourceVersion: '1' }, { resourceVersion: '2' }, true],
  ['resourceVersionChanged', { resourceVersion: '1' }, { resourceVersion: '1' }, false],
  ['labelsChanged', { labels: { a: '1' } }, { labels: { a: '2' } }, true],
  ['labelsChanged', { labels: { a: '1' } }, { labels: { b: '1' } }, true],
  ['labelsChanged', {}, { labels: {} }, false],
  ['annotationsChanged', { annotations: { a: '1' } }, {}, true],
  ['annotationsChanged', { annotations: { a: '1' } }, { annotations: { a: '1' } }, false],
  ['finalizersChanged', { finalizers: ['a'] }, { finalizers: ['b'] }, true],
  ['finalizersChanged', { finalizers: [] }, {}, false],
] as const)('§7.3.1 %s of an update from %j to %j: %s', (name, old, now, expected) => {
  const predicate = predicates[name]();

  expect(predicate(update(old as ObjectMeta, now as ObjectMeta))).toBe(expected);
  expect(others({}).map(predicate)).toEqual([true, true, true]);
});

test('§7.3.3 a label selector judges the new object of an update, and all other events', () => {
  const predicate = predicates.labelSelector({ app: 'web' });

  expect(predicate(update({ labels: { app: 'web' } }, {}))).toBe(false);
  expect(predicate(update({}, { labels: { app: 'web' } }))).toBe(true);
  expect(others({}).map(predicate)).toEqual([false, false, false]);
});

test('§7.3 predicates of objects, namespaces and types', () => {
  const event = update({}, { namespace: 'ns', name: 'a' });

  expect(predicates.object(({ metadata }) => metadata.name === 'a')(event)).toBe(true);
  expect(predicates.inNamespaces('ns')(event)).toBe(true);
  expect(predicates.inNamespaces('other')(event)).toBe(false);
  expect(predicates.on('create')(event)).toBe(false);
  expect(predicates.on('update')(event)).toBe(true);
});

test('§7.3.4 and, or and not; an empty or lets nothing through, not turns every type round', () => {
  const event = update({ generation: 1 }, { generation: 1, labels: { a: 'b' } });
  const { and, or, not, generationChanged, labelsChanged } = predicates;

  expect(and(generationChanged(), labelsChanged())(event)).toBe(false);
  expect(or(generationChanged(), labelsChanged())(event)).toBe(true);
  expect(and()(event)).toBe(true);
  expect(or()(event)).toBe(false);
  expect(not(generationChanged())(event)).toBe(true);
  expect(others({}).map(not(generationChanged()))).toEqual([false, false, false]);
});
