import { expect, test } from 'vitest';
import type { ApiObject } from '../../../src/plane/storage/api-object.js';
import { withPriority } from '../../../src/plane/builtin/pod-admission.js';

const object = (kind: string, rest: object): ApiObject => ({
  apiVersion: 'v1',
  kind,
  metadata: { name: 'p' },
  ...rest,
});
const classes: Record<string, ApiObject[]> = {
  'scheduling.k8s.io/priorityclasses': [
    object('PriorityClass', { metadata: { name: 'high' }, value: 7, preemptionPolicy: 'Never' }),
  ],
};
const others = (collection = ''): ApiObject[] => classes[collection] ?? [];
const admitted = (spec: object): unknown => withPriority(object('Pod', { spec }), others);

test('a pod gets the priority of its class, or none', () => {
  expect(admitted({})).toEqual({ priority: 0, preemptionPolicy: 'PreemptLowerPriority' });
  expect(admitted({ priorityClassName: 'high' })).toMatchObject({ priority: 7, preemptionPolicy: 'Never' });
  expect(admitted({ priorityClassName: 'system-node-critical' })).toMatchObject({ priority: 2_000_001_000 });
});

test.each([
  [{ priorityClassName: 'low' }, /no PriorityClass with name low was found/],
  [{ priorityClassName: 'high', priority: 8 }, /priority \(8\) must not be provided/],
  [{ preemptionPolicy: 'Never' }, /PreemptionPolicy \(Never\) must not be provided/],
  [{ runtimeClassName: 'x' }, /RuntimeClass "x" not found/],
  [{ overhead: { cpu: '1' } }, /Pod Overhead set without/],
])('%j is refused', (spec, message) => {
  expect(() => admitted(spec)).toThrow(message);
});
