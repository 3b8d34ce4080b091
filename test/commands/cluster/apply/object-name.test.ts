import { expect, test } from 'vitest';
import { identityOf, nameOf } from '../../../../src/commands/cluster/apply/object-name.js';

test('a namespaced object is called by kind, namespace and name', () => {
  const identity = identityOf({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a', namespace: 'b' } });

  expect(identity).toEqual({ apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'b', name: 'a' });
  expect(nameOf(identity)).toBe('Deployment b/a');
});

test('a cluster-scoped object has no namespace, not even an empty one', () => {
  const identity = identityOf({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } });

  expect(Object.keys(identity)).not.toContain('namespace');
  expect(nameOf(identity)).toBe('Namespace a');
});
