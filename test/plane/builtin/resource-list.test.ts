import { expect, test } from 'vitest';
import { podTotal, resourceList, storedList } from '../../../src/plane/builtin/resource-list.js';

const container = (cpu: string, more: object = {}) => ({ resources: { requests: { cpu } }, ...more });

test('a pod needs what its containers need together, or the largest of its init containers', () => {
  const spec = { containers: [container('100m'), container('200m')], initContainers: [container('1')] };

  expect(storedList(podTotal(spec as never, 'requests'))).toEqual({ cpu: '1' });
  expect(storedList(podTotal({ ...spec, initContainers: [container('150m')] }, 'requests'))).toEqual({
    cpu: '300m',
  });
});

test('init containers that stay are counted beside the others', () => {
  const sidecar = container('100m', { restartPolicy: 'Always' });
  const spec = { containers: [container('100m')], initContainers: [sidecar, container('300m')] };

  expect(storedList(podTotal(spec as never, 'requests'))).toEqual({ cpu: '400m' });
});

test('what a pod asks for as a whole counts', () => {
  const spec = { containers: [container('100m')], resources: { requests: { cpu: '2' } } };

  expect(storedList(podTotal(spec as never, 'requests'))).toEqual({ cpu: '2' });
  expect(storedList(resourceList({ memory: '1024Mi', wrong: 'x' }))).toEqual({ memory: '1Gi' });
});
