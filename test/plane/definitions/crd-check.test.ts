import { expect, test } from 'vitest';
import { checkCrd } from '../../../src/plane/definitions/crd-check.js';

const spec = {
  group: 'a.b',
  names: { kind: 'Book', plural: 'books' },
  scope: 'Namespaced',
  versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
};
const crd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'books.a.b' },
};

test('names that the server fills in need not be there', () => {
  expect(checkCrd({ ...crd, spec })).toEqual([]);
});

test('everything that is wrong is found, with its place', () => {
  const fields = checkCrd({ ...crd, spec: { ...spec, scope: 'Galaxy', group: 'a' } }).map(({ field }) => field);

  expect(fields).toEqual(['metadata.name', 'spec.group', 'spec.scope']);
});

test.each([{ versions: {} }, { scope: 1 }, { names: { kind: 'Book', plural: ['books'] } }])(
  'a value of the wrong type is found: %j',
  (wrong) => {
    expect(checkCrd({ ...crd, spec: { ...spec, ...wrong } })).toEqual([
      { reason: 'BadRequest', field: '', message: expect.stringContaining('cannot be handled') },
    ]);
  },
);
