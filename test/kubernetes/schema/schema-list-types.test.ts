import { expect, test } from 'vitest';
import { duplicateErrors } from '../../../src/kubernetes/schema/schema-list-types.js';

const list = (type: string, keys?: string[]) => ({
  type: 'object',
  properties: {
    a: {
      type: 'array',
      'x-kubernetes-list-type': type,
      ...(keys && { 'x-kubernetes-list-map-keys': keys }),
      items: { type: 'object' },
    },
  },
});

test('items of a set and keys of a map are unique', () => {
  const fields = (value: object, schema: object): string[] =>
    duplicateErrors(value as never, schema as never, '').map(({ field }) => field);

  expect(fields({ a: ['x', 'y', 'x'] }, list('set'))).toEqual(['a[2]']);
  expect(
    fields(
      {
        a: [
          { k: 1, v: 1 },
          { k: 1, v: 2 },
        ],
      },
      list('map', ['k']),
    ),
  ).toEqual(['a[1]']);
  expect(fields({ a: ['x', 'x'] }, list('atomic'))).toEqual([]);
});
