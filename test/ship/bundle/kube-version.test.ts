import { expect, test } from 'vitest';
import { compareVersions } from '../../../src/ship/bundle/kube-version.js';

test('versions are in the order of Kubernetes', () => {
  const ordered = [
    'v11',
    'v10',
    'v2',
    'v1',
    'v11beta2',
    'v10beta3',
    'v3beta1',
    'v12alpha1',
    'v11alpha2',
    'foo1',
    'foo10',
  ];
  expect(ordered.toReversed().sort((a, b) => compareVersions(b, a))).toEqual(ordered);
});
