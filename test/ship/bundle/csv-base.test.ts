import { expect, test } from 'vitest';
import { BaseProblem, parseBase } from '../../../src/ship/bundle/csv-base.js';

const head = 'apiVersion: operators.coreos.com/v1alpha1\nkind: ClusterServiceVersion\n';

test('empty values that operator-sdk writes are left out', () => {
  const base = parseBase(
    `${head}spec:\n  displayName: Shop\n  icon:\n  - base64data: ""\n    mediatype: ""\n  replaces: null\n`,
  );
  expect(base.spec).toEqual({ displayName: 'Shop' });
});

test.each([
  ['', 'contains no object'],
  ['- a', 'contains no object'],
  ['kind: [', 'not YAML'],
  ['apiVersion: v1\nkind: Secret\n', 'v1 Secret'],
  [`${head}spec: []\n`, 'spec is not a map'],
  [`${head}metadata: a\n`, 'metadata is not a map'],
  [`${head}metadata:\n  annotations:\n    a: 1\n`, 'annotation a is not a string'],
  [`${head}metadata:\n  annotations:\n    olm.skipRange: ^1.0\n`, 'olm.skipRange is no range'],
  [`${head}spec:\n  relatedImages: a\n`, 'spec.relatedImages'],
  [`${head}spec:\n  customresourcedefinitions: []\n`, 'spec.customresourcedefinitions'],
])('%j cannot be used', (text, message) => {
  expect(() => parseBase(text)).toThrow(BaseProblem);
  expect(() => parseBase(text)).toThrow(message);
});
