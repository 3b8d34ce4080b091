import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareVersions } from '../../../src/kubernetes/version/api-version.js';

test('stable versions come first, newest first; odd names last', () => {
  const ordered = ['v10', 'v2', 'v1', 'v11beta2', 'v10beta3', 'v3beta1', 'v12alpha1', 'v11alpha2', 'foo1', 'foo10'];

  fc.assert(
    fc.property(fc.shuffledSubarray(ordered, { minLength: ordered.length }), (shuffled) => {
      expect([...shuffled].sort(compareVersions)).toEqual(ordered);
    }),
  );
});
