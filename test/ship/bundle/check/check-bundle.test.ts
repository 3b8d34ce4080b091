import { expect, test } from 'vitest';
import { checkBundle } from '../../../../src/ship/bundle/check/check-bundle.js';
import { optionalSuites } from '../../../../src/ship/bundle/check/practice-rules.js';
import { broken, csvFile, validBundle } from './bundle-of.js';

const all = Object.keys(optionalSuites);
const errorsIn = (files: ReadonlyMap<string, string>) =>
  checkBundle(files, all).filter(({ severity }) => severity === 'error');

test('a good bundle has no errors', () => {
  expect(errorsIn(validBundle())).toEqual([]);
  expect(errorsIn(broken(csvFile, 'capabilities:', 'constructor: a\n    capabilities:'))).toEqual([]);
});

test.each<[string, string, string | RegExp, string]>([
  ['not a name in Kubernetes', csvFile, 'name: shop.v1.2.3', 'name: Shop.v1.2.3'],
  ['spec.version', csvFile, 'version: 1.2.3', 'version: one'],
  ['spec.replaces', csvFile, '  version: 1.2.3', '  replaces: Shop\n  version: 1.2.3'],
  ['displayName', csvFile, 'displayName: Shop', 'maturity: alpha'],
  ['63 are allowed', csvFile, 'name: shop.v1.2.3', `name: ${'a'.repeat(60)}.v1.2.3`],
  ['minKubeVersion', csvFile, 'minKubeVersion: 1.30.0', 'minKubeVersion: "1.30"'],
  ['not a list of objects', csvFile, /alm-examples: \|-[\s\S]*?\n {4}(?=\w)/, 'alm-examples: "{"\n    '],
  ['does not own', csvFile, '"kind": "Cart"', '"kind": "Car"'],
  ['no install mode is supported', csvFile, 'supported: true', 'supported: false'],
  ['install strategy', csvFile, 'strategy: deployment', 'strategy: helm'],
  ['which the CSV does not install', csvFile, 'deploymentName: shop-controller-manager', 'deploymentName: other'],
  [
    'conversion webhooks',
    csvFile,
    /supported: false([\s\S]*)type: ValidatingAdmissionWebhook/,
    'supported: true$1type: ConversionWebhook',
  ],
  ['spec.keywords is not a list; write a list', csvFile, '  version: 1.2.3', '  keywords: a\n  version: 1.2.3'],
  [
    'spec.skips.0 is not a string; write a string, in quotes',
    csvFile,
    '  version: 1.2.3',
    '  skips: [1]\n  version: 1.2.3',
  ],
  ['metadata.annotations.a is not a string', csvFile, 'capabilities:', 'a: 1\n    capabilities:'],
  ['spec.installModes.0.supported is not a boolean', csvFile, 'supported: false', 'supported: "false"'],
  ['owns shop.acme.io/v1 Cart twice', csvFile, /( {4}owned:\n)([\s\S]*?)(?=\n {2}\w)/, '$1$2\n$2'],
  ['write olm.skipRange', csvFile, 'capabilities:', 'olm.skiprange: ">1.0.0"\n    capabilities:'],
  ['has no CRD of it', csvFile, 'name: carts.shop.acme.io', 'name: trolleys.other.io'],
  ['level of capabilities', csvFile, 'Basic Install', 'Great'],
  ['category', csvFile, 'capabilities:', 'categories: Toys\n    capabilities:'],
  ['provider.name', csvFile, 'name: Acme', 'url: x'],
  ['not an address', csvFile, 'someone@example.com', 'someone'],
  ['not a URL', csvFile, 'https://example.com', 'example'],
  ['not YAML', csvFile, 'kind: ClusterServiceVersion', 'kind: ['],
  ['is missing or empty', 'metadata/annotations.yaml', /.*package\.v1.*\n/, ''],
  ['registry+v1', 'metadata/annotations.yaml', 'registry+v1', 'plain'],
  ['not one of the channels', 'metadata/annotations.yaml', 'channel.default.v1: stable', 'channel.default.v1: fast'],
  [
    'does not install objects of kind',
    'manifests/viewer_rbac.authorization.k8s.io_v1_clusterrole.yaml',
    'kind: ClusterRole',
    'kind: DaemonSet',
  ],
])('finds: %s', (message, file, from, to) => {
  const findings = errorsIn(broken(file, from, to));
  const texts = findings.map((finding) => `${finding.message}; ${finding.fix}`);
  expect(texts.join('\n')).toContain(message);
  for (const finding of findings) expect(finding.file).toMatch(/^(?:manifests|metadata)/);
});

test('a finding names its line', () => {
  const files = broken(csvFile, 'minKubeVersion: 1.30.0', 'minKubeVersion: x');
  const line = (files.get(csvFile) ?? '').split('\n').findIndex((text) => text.includes('minKubeVersion')) + 1;
  expect(errorsIn(files)).toMatchObject([{ file: csvFile, line }]);
});

test.each([
  ['annotations.yaml', 'metadata/annotations.yaml'],
  ['CSV', csvFile],
  ['CRD', 'manifests/shop.acme.io_carts.yaml'],
])('a bundle without its %s is wrong', (_, file) => {
  const files = validBundle();
  files.delete(file);
  expect(errorsIn(files)).not.toEqual([]);
});

test.each([
  [
    'PodDisruptionBudget',
    'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: a\nspec:\n  maxUnavailable: 0\n',
  ],
  [
    'PodDisruptionBudget',
    'apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata:\n  name: a\nspec:\n  minAvailable: 100%\n',
  ],
  [
    'PriorityClass',
    'apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata:\n  name: a\nglobalDefault: true\n',
  ],
  ['ServiceAccount', 'apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: shop-manager\n'],
])('a %s that hurts the cluster is wrong', (kind, text) => {
  const findings = errorsIn(validBundle().set('manifests/more.yaml', text));
  expect(findings, kind).toMatchObject([{ file: 'manifests/more.yaml', suite: 'required' }]);
});

test.each<[string, string, string]>([
  ['a name without a version', 'name: shop.v1.2.3', 'name: shop'],
  ['an install mode twice', 'type: OwnNamespace', 'type: AllNamespaces'],
  ['an install mode that is none', 'type: OwnNamespace', 'type: EveryNamespace'],
])('%s is a warning, as OLM takes it', (_, from, to) => {
  const files = broken(csvFile, from, to);
  expect(errorsIn(files)).toEqual([]);
  expect(checkBundle(files, []).length).toBeGreaterThan(checkBundle(validBundle(), []).length);
});
