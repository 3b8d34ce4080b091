import { expect, test } from 'vitest';
import { bundleHeader, bundleManifests, type BundleSource } from '../../../src/ship/bundle/bundle-files.js';
import { parseBase } from '../../../src/ship/bundle/csv-base.js';
import type { Manifest } from '../../../src/ship/json.js';
import { fromYaml } from '../../../src/yaml.js';
import { binding, crd, deployment, object, role, webhooks, webhookService } from './operator-objects.js';

const base = parseBase(`
apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: old.v0.0.0
  annotations:
    capabilities: Deep Insights
    createdAt: "2026-01-01T00:00:00Z"
spec:
  displayName: Shop
  version: 0.0.0
  relatedImages:
  - name: cache
    image: quay.io/acme/cache:v1
  customresourcedefinitions:
    required:
    - name: certificates.cert-manager.io
      kind: Certificate
      version: v1
`);
const objects = [
  object('v1', 'Namespace', 'shop-system'),
  object('v1', 'ServiceAccount', 'shop-manager', {}, 'shop-system'),
  deployment({ env: [{ name: 'RELATED_IMAGE_DATA_BASE', value: 'quay.io/acme/db:v2' }] }),
  role('manager', 'pods'),
  binding('manager', ['shop-manager']),
  role('viewer', 'carts'),
  crd([{ name: 'v1' }]),
  webhookService(),
  webhooks('Validating'),
];
const source: BundleSource = {
  package: 'shop',
  version: '1.2.3',
  objects,
  samples: [object('shop.acme.io/v1', 'Cart', 'sample'), object('v1', 'Secret', 'other')],
  base,
  notes: [],
  edges: { replaces: 'shop.v1.2.2', skips: ['shop.v1.2.1'], skipRange: '<1.2.0' },
  builder: 'kbts-v1',
  layout: 'typescript.kbts.dev/v1',
};

function csvOf(
  given: BundleSource,
): Manifest & { spec: Record<string, unknown>; metadata: { annotations: Record<string, string> } } {
  return fromYaml(bundleManifests(given).files.get('shop.clusterserviceversion.yaml') ?? '') as ReturnType<
    typeof csvOf
  >;
}

test('the CSV carries what config/ renders and what people wrote', () => {
  const { metadata, spec } = csvOf(source);
  expect(metadata).toMatchObject({
    name: 'shop.v1.2.3',
    annotations: {
      capabilities: 'Deep Insights',
      createdAt: '2026-01-01T00:00:00Z',
      containerImage: 'ghcr.io/acme/shop:v1',
      'olm.skipRange': '<1.2.0',
      'operatorframework.io/suggested-namespace': 'shop-system',
    },
  });
  expect(JSON.parse(metadata.annotations['alm-examples'] ?? '')).toMatchObject([{ kind: 'Cart' }]);
  expect(spec).toMatchObject({
    displayName: 'Shop',
    version: '1.2.3',
    replaces: 'shop.v1.2.2',
    skips: ['shop.v1.2.1'],
    relatedImages: [
      { name: 'manager', image: 'ghcr.io/acme/shop:v1' },
      { name: 'data-base', image: 'quay.io/acme/db:v2' },
      { name: 'cache', image: 'quay.io/acme/cache:v1' },
    ],
    customresourcedefinitions: { owned: [{ kind: 'Cart' }], required: [{ kind: 'Certificate' }] },
    installModes: [
      { supported: false },
      { supported: false },
      { supported: false },
      { type: 'AllNamespaces', supported: true },
    ],
    install: { strategy: 'deployment', spec: { clusterPermissions: [{ serviceAccountName: 'shop-manager' }] } },
  });
});

test('images of containers of one name are all there, and the operator is that of the manager', () => {
  const other = (image: string): Manifest => {
    const spec = { template: { spec: { containers: [{ name: 'manager', image }] } } };
    return object('apps/v1', 'Deployment', `shop-${image}`, { spec }, 'shop-system');
  };
  const { metadata, spec } = csvOf({ ...source, objects: [other('a'), ...objects, other('b')] });
  expect(metadata.annotations['containerImage']).toBe('ghcr.io/acme/shop:v1');
  expect(spec['relatedImages']).toEqual([
    { name: 'manager', image: 'a' },
    { name: 'shop-controller-manager-manager', image: 'ghcr.io/acme/shop:v1' },
    { name: 'shop-b-manager', image: 'b' },
    { name: 'data-base', image: 'quay.io/acme/db:v2' },
    { name: 'cache', image: 'quay.io/acme/cache:v1' },
  ]);
});

test('objects that OLM makes itself are not in the bundle, the others have no namespace', () => {
  const { files, warnings } = bundleManifests(source);
  expect([...files.keys()]).toEqual([
    'shop.acme.io_carts.yaml',
    'shop.clusterserviceversion.yaml',
    'viewer_rbac.authorization.k8s.io_v1_clusterrole.yaml',
  ]);
  for (const text of files.values()) expect(text.startsWith(bundleHeader)).toBe(true);
  expect(warnings).toEqual([expect.stringContaining('the sample Secret other')]);
});

test('a kind of the base that config/ does not have is not dropped without a word', () => {
  const owned = ['carts', 'gone'].map((plural) => ({ name: `${plural}.shop.acme.io`, kind: 'Cart', version: 'v1' }));
  const spec = { ...base.spec, customresourcedefinitions: { owned } };
  expect(bundleManifests({ ...source, samples: [], base: { ...base, spec } }).warnings).toEqual([
    'the base describes gone.shop.acme.io v1, which config/default does not have; the CSV is without it',
  ]);
});

test('the same input gives the same bytes', () => {
  expect([...bundleManifests(source).files]).toEqual([...bundleManifests(structuredClone(source)).files]);
});

test('install modes that people wrote stay', () => {
  const installModes = [{ type: 'OwnNamespace', supported: true }];
  const given = { ...source, base: { ...base, spec: { ...base.spec, installModes } } };
  expect(csvOf(given).spec['installModes']).toEqual(installModes);
});

test('objects that OLM cannot install are named', () => {
  const daemon = object('apps/v1', 'DaemonSet', 'agent');
  expect(bundleManifests({ ...source, objects: [...objects, daemon] }).refused).toEqual([daemon]);
});
