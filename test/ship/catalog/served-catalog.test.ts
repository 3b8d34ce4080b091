import { expect, test } from 'vitest';
import { catalogObjects, type ServedCatalog } from '../../../src/ship/catalog/served-catalog.js';
import { parseAllDocuments } from '../../../src/yaml.js';

const catalog = (...names: string[]): ServedCatalog => ({
  package: 'shop',
  namespace: 'here',
  image: 'example.com/opm:v1',
  bundles: names.map((name) => ({ name, text: `---\nname: ${name}\n` })),
});
const textOf = (object: unknown): string => (object as { data: Record<string, string> }).data['catalog.yaml'] ?? '';

test('each version replaces the one before it', () => {
  const [index] = catalogObjects(catalog('shop.v1', 'shop.v2', 'shop.v3')).configMaps;
  const [, channel] = parseAllDocuments(textOf(index)).map((document) => document.toJS() as { entries?: object[] });
  expect(channel?.entries).toEqual([
    { name: 'shop.v1' },
    { name: 'shop.v2', replaces: 'shop.v1' },
    { name: 'shop.v3', replaces: 'shop.v2' },
  ]);
});

test('each bundle has a ConfigMap, which the pod mounts as a file of its own', () => {
  const { configMaps, pod } = catalogObjects(catalog('shop.v1', 'shop.v2'));
  expect(configMaps.map(({ metadata }) => metadata.name)).toEqual(['shop-catalog', 'shop-catalog-1', 'shop-catalog-2']);
  const spec = (pod as unknown as { spec: { containers: { volumeMounts: { mountPath: string }[] }[] } }).spec;
  expect(spec.containers[0]?.volumeMounts.map(({ mountPath }) => mountPath)).toEqual([
    '/configs/0.yaml',
    '/configs/1.yaml',
    '/configs/2.yaml',
    '/tmp',
  ]);
});

test('the pod has another name when, and only when, what it serves is another', () => {
  const name = (given: ServedCatalog): string => catalogObjects(given).pod.metadata.name;
  expect(name(catalog('a'))).toBe(name(catalog('a')));
  expect(name(catalog('a'))).not.toBe(name(catalog('a', 'b')));
  expect(name(catalog('a'))).not.toBe(name({ ...catalog('a'), image: 'example.com/opm:v2' }));
});

test('a bundle that fits into no ConfigMap is refused with its size', () => {
  const huge = { ...catalog(), bundles: [{ name: 'shop.v1', text: 'x'.repeat(1_000_001) }] };
  expect(() => catalogObjects(huge)).toThrow('shop.v1 has 1000001 bytes, and a ConfigMap takes 1000000');
});
