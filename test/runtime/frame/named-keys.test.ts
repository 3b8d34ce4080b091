/** What the function of a reference may return, and what is refused although types let it pass. */
import { expect, test } from 'vitest';
import { indexValues, namedKeys, type References } from '../../../src/runtime/frame/references.js';
import { Thing } from '../cache/thing.js';

const thing = {
  apiVersion: 'example.com/v1',
  kind: 'Thing',
  metadata: { namespace: 'x', name: 'one', uid: 'u', resourceVersion: '1', creationTimestamp: '' },
};

const stepOf = (returned: unknown) => ({
  name: 'secret',
  kind: Thing,
  settings: {},
  of: () => returned as References,
});

test.each([
  ['a name', 's', ['x/s']],
  ['an empty namespace, as Go writes it', { name: 's', namespace: '' }, ['x/s']],
  ['no namespace', { name: 's', namespace: undefined }, ['x/s']],
  ['another namespace', { name: 's', namespace: 'y' }, ['y/s']],
  ['fields besides, as those of an ObjectReference', { kind: 'Thing', name: 's', uid: 'u' }, ['x/s']],
  ['the same object several times', ['s', { name: 's' }, { name: 's', namespace: 'x' }, 't'], ['x/s', 'x/t']],
  ['nothing in every form', [undefined, null, false, '', {}, { name: '' }, { namespace: 'y' }], []],
  ['names that no object can have', ['a/b', '.', '..', '\uD800', { name: 's', namespace: '../y' }, 's'], ['x/s']],
])('understands %s', (_, returned, keys) => {
  expect(indexValues(stepOf(returned), thing, 'Namespaced')).toEqual(keys);
});

test.each([
  [Promise.resolve('s'), 'an object of the type Promise'],
  [new Set(['s']), 'an object of the type Set'],
  [[['s']], 'an object of the type Array'],
  [5, 'a number'],
  [true, 'a boolean'],
  [[() => 's'], 'a function'],
  [{ name: 5 }, 'an object whose name or namespace is not text'],
  [{ name: 's', namespace: ['x'] }, 'an object whose name or namespace is not text'],
])('refuses %o, and says what a reference is', (returned, shape) => {
  expect(() => namedKeys(stepOf(returned), thing, 'Namespaced')).toThrow(
    `the reference "secret" of Thing one is ${shape}: return a name, { name, namespace }, a list of those, or nothing`,
  );
  expect(indexValues(stepOf(returned), thing, 'Namespaced')).toEqual([]);
});
