import { expect, test } from 'vitest';
import { qosClass } from '../../../../src/plane/builtin/defaults/qos-class.js';

const both = { cpu: '1', memory: '1Gi' };

test.each([
  ['BestEffort', {}],
  ['BestEffort', { requests: { 'example.com/x': '1' }, limits: { 'example.com/x': '1' } }],
  ['BestEffort', { requests: { cpu: '0' } }],
  ['Burstable', { requests: { cpu: '1m' } }],
  ['Burstable', { requests: both, limits: { ...both, cpu: '2' } }],
  ['Guaranteed', { requests: both, limits: { ...both, cpu: '1000m' } }],
])('is %s for %j', (expected, resources) => {
  expect(qosClass({ containers: [{ resources }] })).toBe(expected);
});

test('is that of the pod when the pod itself has resources', () => {
  const spec = { containers: [{ resources: {} }], resources: { requests: both, limits: both } };

  expect(qosClass(spec as never)).toBe('Guaranteed');
});
