import { expect, test } from 'vitest';
import { withIngressClass, withStorageClass } from '../../../src/plane/builtin/default-classes.js';

const marked = (kind: string, name: string, creationTimestamp: string) => ({
  apiVersion: 'x/v1',
  kind: 'Class',
  metadata: { name, creationTimestamp, annotations: { [`${kind}.kubernetes.io/is-default-class`]: 'true' } },
});
const others = () => [
  marked('storageclass', 'old', '2026-01-01T00:00:00Z'),
  marked('storageclass', 'new', '2026-01-02T00:00:00Z'),
  marked('ingressclass', 'nginx', '2026-01-01T00:00:00Z'),
];
const object = (spec: object, annotations = {}) => ({
  apiVersion: 'x/v1',
  kind: 'Any',
  metadata: { name: 'x', annotations },
  spec: { ...spec },
});

test('claims and ingresses without a class get the newest default class', () => {
  expect(withStorageClass(object({}), others)['spec']).toEqual({ storageClassName: 'new' });
  expect(withIngressClass(object({}), others)['spec']).toEqual({ ingressClassName: 'nginx' });
  expect(withStorageClass(object({}), () => [])['spec']).toEqual({});
});

test('a class that was chosen stays', () => {
  expect(withStorageClass(object({ storageClassName: '' }), others)['spec']).toEqual({ storageClassName: '' });
  expect(withStorageClass(object({}, { 'volume.beta.kubernetes.io/storage-class': 'a' }), others)['spec']).toEqual({});
  expect(withIngressClass(object({}, { 'kubernetes.io/ingress.class': 'a' }), others)['spec']).toEqual({});
});
