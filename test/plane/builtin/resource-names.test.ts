import { expect, test } from 'vitest';
import { findings } from '../../../src/kubernetes/field.js';
import {
  canOvercommit,
  containerResourceName,
  isExtended,
  quotaResourceName,
  resourceAmount,
} from '../../../src/plane/builtin/resource-names.js';

const problems = (name: string, rule: typeof containerResourceName): number =>
  findings('1', 'r', (field) => rule(field, name)).length;

test.each([
  ['cpu', 0, 0],
  ['hugepages-2Mi', 0, 0],
  ['example.com/gpu', 0, 0],
  ['requests.cpu', 1, 0],
  ['nope', 2, 2],
  ['a b', 2, 2],
])('%s has %i findings in a container and %i in a quota', (name, inContainer, inQuota) => {
  expect([problems(name, containerResourceName), problems(name, quotaResourceName)]).toEqual([inContainer, inQuota]);
});

test('extended resources are whole and cannot be promised twice', () => {
  expect([isExtended('example.com/gpu'), isExtended('kubernetes.io/x'), isExtended('cpu')]).toEqual([
    true,
    false,
    false,
  ]);
  expect([canOvercommit('cpu'), canOvercommit('example.com/gpu'), canOvercommit('hugepages-1Gi')]).toEqual([
    true,
    false,
    false,
  ]);
  const amount = (value: string): number =>
    findings(value, 'r', (field) => resourceAmount(field, 'example.com/gpu')).length;
  expect([amount('1'), amount('500m'), amount('-1')]).toEqual([0, 1, 1]);
});
