import { describe, expect, test } from 'vitest';
import { longestName, objectTemplates, type Variant } from '../../../src/ship/chart/chart-files.js';
import { nameToken, namespaceToken } from '../../../src/ship/chart/parameters.js';
import type { Manifest } from '../../../src/ship/json.js';

const object = (apiVersion: string, kind: string, name: string, rest: object = {}): Manifest => ({
  apiVersion,
  kind,
  metadata: { name: `${nameToken}-${name}`, namespace: namespaceToken },
  ...rest,
});
const manager = object('apps/v1', 'Deployment', 'controller-manager', { spec: { replicas: 1 } });
const budget = object('policy/v1', 'PodDisruptionBudget', 'controller-manager');
const variants: Variant[] = [
  { features: [], objects: [manager] },
  { features: ['podDisruptionBudget'], objects: [manager, budget] },
];

describe('objectTemplates', () => {
  const files = objectTemplates(variants, 'shop');

  test('has a file for each object, also for two of one name', () => {
    expect([...files.keys()]).toEqual(['templates/manager/manager.yaml', 'templates/manager/controller-manager.yaml']);
  });
  test('guards what only a feature brings', () => {
    expect(files.get('templates/manager/controller-manager.yaml')).toMatch(
      /^\{\{- if \.Values\.podDisruptionBudget\.enabled \}\}\n[\s\S]*\{\{- end \}\}\n$/,
    );
  });
  test('names are those of the release', () => {
    const text = files.get('templates/manager/manager.yaml');
    expect(text).toContain('  name: {{ include "shop.fullname" . }}-controller-manager\n');
    expect(text).toContain('  namespace: {{ .Release.Namespace | quote }}\n');
    expect(text).not.toContain('kbts-chart');
  });
});

test('no object is lost, whatever the names of objects and kinds are', () => {
  const names: readonly (readonly [string, string])[] = [
    ['ConfigMap', 'a'],
    ['ConfigMap', 'a-secret'],
    ['Secret', 'a'],
    ['Lease', 'a-secret'],
    ['Secret', 'a-secret'],
  ];
  const objects = names.map(([kind, name]) => object(kind === 'Lease' ? 'coordination.k8s.io/v1' : 'v1', kind, name));
  const files = objectTemplates([{ features: [], objects }], 'shop');
  const kinds = [...files.values()].map((text) => /^kind: (.*)$/m.exec(text)?.[1]);
  expect(kinds).toEqual(names.map(([kind]) => kind));
});

test('the longest name leaves room for what follows it', () => {
  const long = object('v1', 'Service', `${'a'.repeat(38)}-x`);
  expect(longestName([{ features: [], objects: [long] }], 'shop')).toBe(63 - 41);
});

test('only names that are labels of DNS must be short, and the name of config/ is never cut', () => {
  const role = object('rbac.authorization.k8s.io/v1', 'ClusterRole', `${'a'.repeat(70)}-admin-role`);
  expect(longestName([{ features: [], objects: [role] }], 'shop')).toBe(43);
  expect(longestName([{ features: [], objects: [role] }], 'p'.repeat(46))).toBe(46);
});
