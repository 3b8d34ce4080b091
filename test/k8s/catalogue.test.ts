import { expect, test } from 'vitest';
import { allBuiltinKinds } from '../../src/k8s/catalogue.js';

const find = (plural: string, group = '', version = 'v1') =>
  allBuiltinKinds().find((row) => row.plural === plural && row.group === group && row.version === version);

test('lists what discovery says about a resource', () => {
  expect(find('deployments', 'apps')).toMatchObject({
    kind: 'Deployment',
    singular: 'deployment',
    shortNames: ['deploy'],
    categories: ['all'],
    scope: 'Namespaced',
    isServedByDefault: true,
    isPreferred: true,
  });
  expect(find('deployments', 'apps')?.verbs).toContain('watch');
});

test('lists subresources with the kind that is sent to them', () => {
  const pods = find('pods');

  expect(pods?.subresources.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['status', 'eviction', 'ephemeralcontainers', 'resize', 'log']),
  );
  expect(pods?.subresources.find(({ name }) => name === 'eviction')).toMatchObject({
    group: 'policy',
    version: 'v1',
    kind: 'Eviction',
    verbs: ['create'],
  });
});

test('says which versions must be switched on', () => {
  const off = allBuiltinKinds().filter(({ isServedByDefault }) => !isServedByDefault);

  expect(off.length).toBeGreaterThan(0);
  expect(off.every(({ version }) => /alpha|beta/.test(version))).toBe(true);
});

test('prefers one version of a group', () => {
  expect(find('horizontalpodautoscalers', 'autoscaling', 'v2')?.isPreferred).toBe(true);
  expect(find('horizontalpodautoscalers', 'autoscaling', 'v1')?.isPreferred).toBe(false);
});

test('lists no resource twice', () => {
  const keys = allBuiltinKinds().map(({ group, version, plural }) => `${group}/${version}/${plural}`);

  expect(new Set(keys).size).toBe(keys.length);
});
