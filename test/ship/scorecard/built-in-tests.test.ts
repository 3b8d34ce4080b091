import { expect, test } from 'vitest';
import { builtInTests, runBuiltIn } from '../../../src/ship/scorecard/built-in-tests.js';
import { toYaml } from '../../../src/yaml.js';

function bundle(examples: unknown, owned: object = {}): Map<string, string> {
  const csv = {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: 'shop.v1.0.0', annotations: { 'alm-examples': JSON.stringify(examples) } },
    spec: { customresourcedefinitions: { owned: [{ name: 'books.a.b', kind: 'Book', version: 'v1', ...owned }] } },
  };
  return new Map([
    ['manifests/csv.yaml', toYaml(csv)],
    ['metadata/annotations.yaml', toYaml({ annotations: { a: 'b' } })],
  ]);
}

const book = { apiVersion: 'a.b/v1', kind: 'Book', metadata: { name: 'one' }, spec: { pages: 1 } };

test('a bundle that cannot be loaded fails every test, with the reason', () => {
  for (const name of builtInTests) {
    const { state, errors } = runBuiltIn(name, new Map([['manifests/csv.yaml', 'a: [']]));
    expect([state, errors]).toEqual(['fail', [expect.stringContaining('manifests/csv.yaml:1')]]);
  }
});

test('a spec without descriptors names its fields', () => {
  expect(runBuiltIn('olm-spec-descriptors', bundle([book]))).toMatchObject({
    state: 'fail',
    errors: ['pages does not have a spec descriptor'],
  });
  expect(runBuiltIn('olm-spec-descriptors', bundle([book], { specDescriptors: [{ path: 'pages' }] })).state).toBe(
    'pass',
  );
});

test('owned kinds without resources are told how to name them', () => {
  const { state, suggestions } = runBuiltIn('olm-crds-have-resources', bundle([]));

  expect([state, suggestions]).toEqual(['fail', [expect.stringContaining('+operator-sdk:csv')]]);
});
