import { describe, expect, test } from 'vitest';
import {
  formatFieldSelector,
  resourcePath,
  selectorQuery,
  withQuery,
} from '../../../../src/runtime/client/requests/resource-path.js';
import { defineKind } from '../../../../src/runtime/object/kind.js';

const Pod = defineKind({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' });
const Deployment = defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
});
const Role = defineKind({
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRole',
  plural: 'clusterroles',
  scope: 'Cluster',
});

describe('4.2 paths', () => {
  test.each([
    [Pod, {}, '/api/v1/pods'],
    [Pod, { namespace: 'a', name: 'b' }, '/api/v1/namespaces/a/pods/b'],
    [Deployment, { namespace: 'a', name: 'b', subresource: 'scale' }, '/apis/apps/v1/namespaces/a/deployments/b/scale'],
    [
      Role,
      { namespace: 'ignored', name: 'system:Admin' },
      '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3AAdmin',
    ],
  ])('§4.2.1 %o %j → %s', (kind, target, expected) => {
    expect(resourcePath(kind, target)).toBe(expected);
  });

  test.each(['', '.', '..', 'a/b', '../../secrets/x'])(
    'the name %j is refused, so that no other object is met',
    (name) => {
      expect(() => resourcePath(Pod, { namespace: 'a', name })).toThrow('cannot be the name');
    },
  );

  test('parameters are encoded, absent ones left out', () => {
    const query = { labelSelector: 'a in (b,c)', limit: 5, continue: undefined, force: true, empty: '' };

    expect(withQuery('/x', query)).toBe('/x?labelSelector=a%20in%20(b%2Cc)&limit=5&force=true');
    expect(withQuery('/x', {})).toBe('/x');
  });

  test('selectors become parameters', () => {
    expect(selectorQuery({ labels: { a: 'b' }, fields: { 'metadata.name': 'x' } })).toEqual({
      labelSelector: 'a=b',
      fieldSelector: 'metadata.name=x',
    });
    expect(formatFieldSelector({ 'spec.x': String.raw`a,b=c\d` })).toBe(String.raw`spec.x=a\,b\=c\\d`);
    expect(formatFieldSelector('status.phase!=Running')).toBe('status.phase!=Running');
  });
});
