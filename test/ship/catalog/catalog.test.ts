import { expect, test } from 'vitest';
import { type CatalogBundle, catalogBlobs, CatalogProblem } from '../../../src/ship/catalog/catalog.js';
import type { Json, Manifest } from '../../../src/ship/json.js';

function bundle(version: string, more: Partial<CatalogBundle> = {}, spec: Record<string, Json> = {}): CatalogBundle {
  const csv: Manifest = {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: `shop.v${version}` },
    spec: {
      version,
      description: 'Sells.',
      customresourcedefinitions: { owned: [{ name: 'carts.acme.io', kind: 'Cart', version: 'v1' }] },
      ...spec,
    },
  };
  return {
    source: `bundles/${version}`,
    package: 'shop',
    channels: ['stable'],
    csv,
    objects: [csv],
    properties: [],
    ...more,
  };
}

test('channels have their bundles in order, with their upgrades', () => {
  const second = bundle('1.1.0', { channels: ['stable', 'fast'] }, { replaces: 'shop.v1.0.0', skips: ['shop.v1.0.1'] });
  const blobs = catalogBlobs([second, bundle('1.0.0')]);
  expect(blobs.map(({ schema, name }) => `${String(schema)} ${String(name)}`)).toEqual([
    'olm.package shop',
    'olm.channel fast',
    'olm.channel stable',
    'olm.bundle shop.v1.0.0',
    'olm.bundle shop.v1.1.0',
  ]);
  expect(blobs[2]?.['entries']).toEqual([
    { name: 'shop.v1.0.0' },
    { name: 'shop.v1.1.0', replaces: 'shop.v1.0.0', skips: ['shop.v1.0.1'] },
  ]);
});

test('without an image the objects are in the catalog, with one they are not', () => {
  const inside = (image?: string): string =>
    JSON.stringify(catalogBlobs([bundle('1.0.0', image === undefined ? {} : { image })]).at(-1));
  expect(inside()).toContain('olm.bundle.object');
  expect(inside('quay.io/a/b:v1')).not.toContain('olm.bundle.object');
  expect(inside('quay.io/a/b:v1')).toContain('olm.csv.metadata');
});

test.each<[string, CatalogBundle[]]>([
  ['there are no bundles', []],
  ['is there twice', [bundle('1.0.0'), bundle('1.0.0')]],
  ['of package other', [bundle('1.0.0', { package: 'other' }), bundle('1.1.0')]],
  ['several heads', [bundle('1.0.0'), bundle('1.1.0')]],
  ['in a circle', [bundle('1.0.0', {}, { replaces: 'shop.v1.1.0' }), bundle('1.1.0', {}, { replaces: 'shop.v1.0.0' })]],
  ['no semantic version', [bundle('one')]],
])('refuses: %s', (message, bundles) => {
  expect(() => catalogBlobs(bundles)).toThrow(CatalogProblem);
  expect(() => catalogBlobs(bundles)).toThrow(message);
});
