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
    expect(text).toContain('  namespace: {{ .Release.Namespace }}\n');
    expect(text).not.toContain('kbts-chart');
  });
});

test('the longest name leaves room for what follows it', () => {
  const long = object('v1', 'Service', `${'a'.repeat(38)}-x`);
  expect(longestName([{ features: [], objects: [long] }])).toBe(63 - 41);
});
