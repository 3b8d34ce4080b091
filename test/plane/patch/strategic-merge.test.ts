import { expect, test } from 'vitest';
import type { SchemaNode } from '../../../src/kubernetes/schema/schema-node.js';
import { strategicMerge } from '../../../src/plane/patch/strategic-merge.js';

const schema: SchemaNode = {
  properties: {
    items: {
      type: 'array',
      items: { type: 'object' },
      'x-kubernetes-patch-strategy': 'merge',
      'x-kubernetes-patch-merge-key': 'name',
    },
    names: { type: 'array', items: { type: 'string' }, 'x-kubernetes-patch-strategy': 'merge' },
    plain: { type: 'array', items: { type: 'string' } },
  },
};
const target = { items: [{ name: 'a', x: 1 }, { name: 'b' }], names: ['p', 'q'], plain: ['s'] };

test.each([
  [
    'merges list items by key',
    { items: [{ name: 'b', y: 2 }] },
    {
      items: [
        { name: 'a', x: 1 },
        { name: 'b', y: 2 },
      ],
    },
  ],
  [
    'puts new items first unless an order is given',
    { items: [{ name: 'c' }] },
    { items: [{ name: 'c' }, { name: 'a', x: 1 }, { name: 'b' }] },
  ],
  [
    'follows the order that the patch gives',
    { '$setElementOrder/items': [{ name: 'b' }, { name: 'a' }] },
    { items: [{ name: 'b' }, { name: 'a', x: 1 }] },
  ],
  ['deletes items by directive', { items: [{ $patch: 'delete', name: 'a' }] }, { items: [{ name: 'b' }] }],
  ['replaces lists by directive', { items: [{ name: 'z' }, { $patch: 'replace' }] }, { items: [{ name: 'z' }] }],
  ['deletes single values', { '$deleteFromPrimitiveList/names': ['p'] }, { names: ['q'] }],
  ['replaces lists without a merge strategy', { plain: ['t'] }, { plain: ['t'] }],
  ['removes members that are null', { plain: null }, { plain: undefined }],
])('%s', (_title, patch, expected) => {
  expect(strategicMerge(target, patch as never, schema)).toEqual({ ...target, ...expected });
});

test('keeps only the keys that are to be retained', () => {
  const patch = { $retainKeys: ['type'], type: 'B' };

  expect(strategicMerge({ type: 'A', rolling: {} }, patch, undefined)).toEqual({ type: 'B' });
});
