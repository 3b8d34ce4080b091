import { expect, test } from 'vitest';
import { readCrds } from '../../../src/scaffold/importer/read-crds.js';
import { appleCrd } from './crd-for-tests.js';

const apple = JSON.stringify(appleCrd());
const invalid = expect.objectContaining({ code: 'crd-invalid' }) as unknown;

test('finds the CRDs among other objects, and brings no other object along', () => {
  const [found, ...more] = readCrds(`kind: ClusterRoleBinding\n---\n${apple}\n---\nkind: Secret\n`, 'a.yaml');

  expect(more).toEqual([]);
  expect(found?.crd.spec.names.kind).toBe('Apple');
  expect(found?.text).not.toMatch(/ClusterRoleBinding|Secret/);
});

test('a file with one document stays as it is', () => {
  const text = `# licence\n${apple}\n`;

  expect(readCrds(text, 'a.yaml')[0]?.text).toBe(text);
});

test('nothing is found in a file without CRDs', () => {
  expect(readCrds('', 'a.yaml')).toEqual([]);
  expect(readCrds('- 1\n', 'a.yaml')).toEqual([]);
});

test.each([
  ['broken YAML', 'a: [', /is not valid YAML/],
  ['a key twice', 'a: 1\na: 2\n', /is not valid YAML/],
  ['broken YAML beside a CRD', `${apple}\n---\na: [\n`, /is not valid YAML/],
  ['deep nesting', '['.repeat(100_000), /nested deeper/],
  ['deep lists', `${'- '.repeat(10_000)}a`, /nested deeper/],
  [
    'too many aliases',
    `a: &a [1]\nb: &b [${'*a,'.repeat(50)}]\nc: &c [${'*b,'.repeat(50)}]\nd: [${'*c,'.repeat(50)}]`,
    /is not valid YAML/,
  ],
  ['an old version', apple.replace('k8s.io/v1"', 'k8s.io/v1beta1"'), /v1beta1/],
  [
    'a template of Helm',
    'kind: CustomResourceDefinition\nmetadata:\n  name: {{ .Values.name }}\n{{- if .x }}\n',
    /template of Helm/,
  ],
  ['CRDs in a list', `{"kind":"List","items":[${apple}]}`, /inside a List/],
  ['a CRD that is not valid', apple.replace('"Namespaced"', '"Nowhere"'), /spec\.scope/],
])('%s is a clear error', (_, text, message) => {
  expect(() => readCrds(text, 'a.yaml')).toThrow(invalid);
  expect(() => readCrds(text, 'a.yaml')).toThrow(message);
});
