import { describe, expect, test } from 'vitest';
import {
  collectionPath,
  formatFieldSelector,
  objectPath,
  selectorQuery,
  withQuery,
} from '../../../../src/runtime/client/requests/resource-path.js';
import { InvalidCallError } from '../../../../src/runtime/object/invalid-call.js';
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
    [Pod, { namespace: 'a', name: 'b' }, '/api/v1/namespaces/a/pods/b'],
    [Deployment, { namespace: 'a', name: 'b', subresource: 'scale' }, '/apis/apps/v1/namespaces/a/deployments/b/scale'],
    [
      Role,
      { namespace: 'ignored', name: 'system:Admin' },
      '/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3AAdmin',
    ],
  ])('§4.2.1 %o %j → %s', (kind, target, expected) => {
    expect(objectPath(kind, target)).toBe(expected);
  });

  test('collections have a function of their own', () => {
    expect(collectionPath(Pod)).toBe('/api/v1/pods');
    expect(collectionPath(Pod, { namespace: 'a' })).toBe('/api/v1/namespaces/a/pods');
    expect(collectionPath(Role, { namespace: 'ignored' })).toBe('/apis/rbac.authorization.k8s.io/v1/clusterroles');
  });

  test('a kind without plural or scope has no path', () => {
    const incomplete = { group: '', version: 'v1', kind: 'Pod', plural: '', scope: 'Namespaced' } as const;

    expect(() => collectionPath(defineKind(incomplete))).toThrow(InvalidCallError);
    expect(() => collectionPath(defineKind({ ...incomplete, plural: 'pods', scope: undefined as never }))).toThrow(
      InvalidCallError,
    );
  });

  test.each(['', '.', '..', 'a/b', '../../secrets/x', undefined, null, [], [''], ['a'], Number.NaN, 5, '\ud800'])(
    'the name or namespace %j is refused, so that the path stays that of one object',
    (odd) => {
      const name = odd as string;

      expect(() => objectPath(Pod, { namespace: 'a', name })).toThrow(InvalidCallError);
      if (odd !== undefined) expect(() => objectPath(Pod, { namespace: name, name: 'a' })).toThrow(InvalidCallError);
      if (odd !== undefined) expect(() => collectionPath(Pod, { namespace: name })).toThrow(InvalidCallError);
    },
  );

  test.each([Number.NaN, Number.POSITIVE_INFINITY, null, [], {}, Symbol('a')])(
    'the parameter %s is refused',
    (value) => {
      expect(() => withQuery('/x', { limit: value as number })).toThrow(InvalidCallError);
    },
  );

  test.each([{ 'metadata.name': undefined }, { 'metadata.name': 5 }, { '': 'a' }, null, []])(
    'the field selector %j is refused',
    (fields) => {
      expect(() => formatFieldSelector(fields as unknown as string)).toThrow(InvalidCallError);
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

test.each(['../secrets', 'a/b', '..', 'pods?limit=1', 'pods#', 'pods%2f', ' pods', 'pods\n'])(
  'a kind whose plural, version or group is %j has no path',
  (part) => {
    const { gvk } = Deployment;
    const kinds = [
      { ...Deployment, gvk, plural: part },
      { ...Deployment, gvk: { ...gvk, version: part } },
      { ...Deployment, gvk: { ...gvk, group: part } },
    ];

    for (const kind of kinds) {
      expect(() => collectionPath(kind, { namespace: 'a' })).toThrow(InvalidCallError);
      expect(() => objectPath(kind, { namespace: 'a', name: 'b' })).toThrow(InvalidCallError);
    }
  },
);
