import { describe, expect, test } from 'vitest';
import { withKindDefaults } from '../../../../src/plane/builtin/defaults/kinds.js';
import { isLatest } from '../../../../src/plane/builtin/defaults/images.js';
import type { ApiObject } from '../../../../src/plane/storage/api-object.js';

function defaulted(apiVersion: string, kind: string, rest: object): ApiObject {
  const group = apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : '';
  return withKindDefaults({ apiVersion, kind, metadata: {}, ...rest }, group);
}

describe('defaults', () => {
  test('of an autoscaler: one replica, 80 percent of the processor, rules for both directions', () => {
    expect(
      defaulted('autoscaling/v2', 'HorizontalPodAutoscaler', { spec: { behavior: { scaleDown: {} } } })['spec'],
    ).toEqual({
      minReplicas: 1,
      metrics: [
        { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
      ],
      behavior: {
        scaleUp: {
          stabilizationWindowSeconds: 0,
          selectPolicy: 'Max',
          policies: [
            { type: 'Pods', value: 4, periodSeconds: 15 },
            { type: 'Percent', value: 100, periodSeconds: 15 },
          ],
        },
        scaleDown: { selectPolicy: 'Max', policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }] },
      },
    });
  });

  test('of a StorageClass and a PriorityClass', () => {
    expect(defaulted('storage.k8s.io/v1', 'StorageClass', {})).toMatchObject({
      reclaimPolicy: 'Delete',
      volumeBindingMode: 'Immediate',
    });
    expect(defaulted('scheduling.k8s.io/v1', 'PriorityClass', {})).toMatchObject({
      preemptionPolicy: 'PreemptLowerPriority',
    });
  });

  test('of a LimitRange: requests come from limits, limits from maxima', () => {
    const limits = [{ type: 'Container', max: { cpu: '2' }, min: { memory: '1Mi' } }];

    expect(defaulted('v1', 'LimitRange', { spec: { limits } })['spec']).toEqual({
      limits: [{ ...limits[0], default: { cpu: '2' }, defaultRequest: { cpu: '2', memory: '1Mi' } }],
    });
  });

  test('take the place of zero values, but only where Go cannot tell them from absent ones', () => {
    const spec = { containers: [{ name: 'a', image: 'b', imagePullPolicy: '', livenessProbe: { periodSeconds: 0 } }] };

    expect(defaulted('v1', 'Pod', { spec: { ...spec, dnsPolicy: '' } })['spec']).toMatchObject({
      dnsPolicy: 'ClusterFirst',
      containers: [{ imagePullPolicy: 'Always', livenessProbe: { periodSeconds: 10 } }],
    });
    expect(defaulted('apps/v1', 'Deployment', { spec: { replicas: 0 } })['spec']).toMatchObject({ replicas: 0 });
  });

  test('copy limits to requests in pods, not in templates', () => {
    const spec = { containers: [{ name: 'a', image: 'b', resources: { limits: { cpu: '1' } } }] };

    expect(defaulted('v1', 'Pod', { spec })['spec']).toMatchObject({
      containers: [{ resources: { requests: { cpu: '1' } } }],
    });
    const template = defaulted('apps/v1', 'Deployment', { spec: { template: { spec } } });
    expect(JSON.stringify(template)).not.toContain('requests');
  });

  test('leave the first version of autoscalers alone, which has no metrics', () => {
    expect(defaulted('autoscaling/v1', 'HorizontalPodAutoscaler', { spec: {} })['spec']).toEqual({ minReplicas: 1 });
  });
});

test.each([
  ['nginx', true],
  ['nginx:latest', true],
  ['nginx:1.2', false],
  ['host:5000/nginx', true],
  ['nginx@sha256:0', false],
  ['Not An Image', false],
  ['', false],
])('the image %j is the latest one: %s', (image, expected) => {
  expect(isLatest(image)).toBe(expected);
});
