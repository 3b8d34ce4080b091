import { expect, test } from 'vitest';
import { patchedObject, patchedView } from '../../../src/plane/admission/patched-object.js';
import { builtinTypes } from '../../../src/plane/builtin/builtin-types.js';
import type { ResourceType } from '../../../src/plane/resources/resource-type.js';

const configMaps = builtinTypes().find(({ plural }) => plural === 'configmaps') as ResourceType;
const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: 'b' } };
const add = (path: string, value: unknown) => ({ op: 'add', path, value }) as never;

test('unknown fields that a webhook adds to a built-in kind are dropped, and wrong types are an internal error', () => {
  expect(patchedObject(object, [add('/data/c', 'd'), add('/bogus', 1)], configMaps)).toEqual({
    ...object,
    data: { a: 'b', c: 'd' },
  });
  expect(() => patchedObject(object, [add('/data', { a: 5 })], configMaps)).toThrow(
    'Internal error occurred: json: cannot unmarshal number into Go struct field ConfigMap.data of type string',
  );
});

test('a patch of a path that does not exist is an internal error', () => {
  const patch = [{ op: 'replace', path: '/nope/x', value: 1 }] as const;
  const message = 'replace operation does not apply: doc is missing path: /nope/x: missing value';
  expect(() => patchedObject(object, patch, configMaps)).toThrow(message);
  expect(() => patchedView(object, patch)).toThrow(message);
});

const schema = {
  type: 'object',
  properties: { spec: { type: 'object', properties: { a: { type: 'string' }, n: { type: 'integer', default: 3 } } } },
} as const;
const rabbits = { ...configMaps, kind: 'Rabbit', schema, custom: {} } as unknown as ResourceType;

test('custom resources get their defaults again, and keep nulls for validation and unknown fields until they are stored', () => {
  const rabbit = { apiVersion: 'x/v1', kind: 'Rabbit', metadata: { name: 'x' }, spec: { a: 'b' } };
  const patch = [add('/spec/a', null), add('/spec/n', null), add('/spec/zzz', 1)];
  expect(patchedObject(rabbit, patch, rabbits)['spec']).toEqual({ a: null, n: 3, zzz: 1 });
});
