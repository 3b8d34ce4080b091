import { expect, test } from 'vitest';
import { isZeroOmitted } from '../../../src/plane/protobuf/omitted-zeros.js';

test.each([
  ['v1', 'Pod', 'spec.subdomain', true],
  ['v1', 'Pod', 'spec.hostNetwork', true],
  ['v1', 'Pod', 'spec.containers.stdin', true],
  ['v1', 'Pod', 'spec.terminationGracePeriodSeconds', false],
  ['v1', 'Pod', 'spec.volumes.secret.secretName', true],
  ['v1', 'Pod', 'spec.containers.name', false],
  ['apps/v1', 'Deployment', 'spec.replicas', false],
  ['apps/v1', 'Deployment', 'spec.paused', true],
  ['v1', 'Pod', 'spec.unknown', false],
  ['example.com/v1', 'Widget', 'spec.a', false],
])('%s %s leaves out a zero %s: %s', (apiVersion, kind, path, expected) => {
  expect(isZeroOmitted(apiVersion, kind, path)).toBe(expected);
});
