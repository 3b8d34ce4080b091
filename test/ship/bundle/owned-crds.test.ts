import { expect, test } from 'vitest';
import { displayName, type KindNote, ownedCrds } from '../../../src/ship/bundle/owned-crds.js';
import type { JsonMap } from '../../../src/ship/json.js';
import { mapsAt } from '../../../src/ship/operator.js';
import { crd } from './operator-objects.js';

const schema = {
  openAPIV3Schema: {
    description: 'A cart.',
    properties: {
      spec: { properties: { size: { description: 'How many.' }, items: { items: { properties: { id: {} } } } } },
      status: { properties: { conditions: {} } },
    },
  },
};
const note: KindNote = {
  group: 'shop.acme.io',
  version: 'v1',
  kind: 'Cart',
  displayName: 'Shopping Cart',
  resources: [{ kind: 'Deployment', version: 'v1', name: '' }],
  fields: [{ part: 'spec', path: 'items[0].id', xDescriptors: ['urn:x'], order: 1 }],
};

test('fields of spec and status are described by their names and comments', () => {
  const [entry] = ownedCrds([crd([{ name: 'v1', schema }])], [], []);
  expect(entry).toEqual({
    description: 'A cart.',
    displayName: 'Cart',
    kind: 'Cart',
    name: 'carts.shop.acme.io',
    specDescriptors: [
      { displayName: 'Items', path: 'items' },
      { description: 'How many.', displayName: 'Size', path: 'size' },
    ],
    statusDescriptors: [{ displayName: 'Conditions', path: 'conditions' }],
    version: 'v1',
  });
});

test('markers add names, resources, deeper fields and their order', () => {
  const [entry] = ownedCrds([crd([{ name: 'v1', schema }])], [], [note]);
  expect(entry).toMatchObject({ displayName: 'Shopping Cart', resources: [{ kind: 'Deployment', version: 'v1' }] });
  expect(mapsAt(entry, 'specDescriptors').map(({ path }) => path)).toEqual(['items[0].id', 'items', 'size']);
});

test('what people wrote wins, and nothing of it is lost', () => {
  const base: JsonMap[] = [
    {
      name: 'carts.shop.acme.io',
      version: 'v1',
      kind: 'Cart',
      description: 'Mine.',
      specDescriptors: [
        { path: 'size', displayName: 'Wheels', 'x-descriptors': ['urn:y'] },
        { path: 'gone', displayName: 'Gone' },
      ],
      actionDescriptors: [{ path: 'act' }],
    },
  ];
  const [entry] = ownedCrds([crd([{ name: 'v1', schema }])], base, []);
  expect(entry).toMatchObject({ description: 'Mine.', actionDescriptors: [{ path: 'act' }] });
  expect(entry?.['specDescriptors']).toEqual([
    { path: 'gone', displayName: 'Gone' },
    { displayName: 'Items', path: 'items' },
    { description: 'How many.', displayName: 'Wheels', path: 'size', 'x-descriptors': ['urn:y'] },
  ]);
});

test('versions that are served are listed, the newest first', () => {
  const versions: JsonMap[] = [
    { name: 'v1beta1' },
    { name: 'v1alpha1', served: false },
    { name: 'v2', served: true },
    { name: 'v10' },
  ];
  expect(ownedCrds([crd(versions)], [], []).map(({ version }) => version)).toEqual(['v10', 'v2', 'v1beta1']);
});

test.each([
  ['podSelector', 'Pod Selector'],
  ['HTTPRoute', 'HTTP Route'],
  ['guestbook-operator', 'Guestbook Operator'],
  ['size', 'Size'],
])('%s is shown as %s', (name, shown) => {
  expect(displayName(name)).toBe(shown);
});
