import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allBuiltinKinds } from '../../src/k8s/catalogue.js';
import * as k8s from '../../src/k8s/index.js';
import * as rbac from '../../src/k8s/rbac/v1/index.js';
import type { Kind } from '../../src/runtime/object/kind.js';

test('a descriptor makes objects of its kind', () => {
  const map = new k8s.ConfigMap({ metadata: { name: 'settings' }, data: { a: 'b' } });

  expect(map).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { a: 'b' } });
});

test('a descriptor knows its resource', () => {
  expect({ ...k8s.Deployment }).toEqual({
    gvk: { group: 'apps', version: 'v1', kind: 'Deployment' },
    apiVersion: 'apps/v1',
    plural: 'deployments',
    scope: 'Namespaced',
    subresources: { status: true, scale: true },
  });
  expect({ ...k8s.ClusterRole }).toMatchObject({ scope: 'Cluster', apiVersion: 'rbac.authorization.k8s.io/v1' });
});

test('the root has the newest stable version, core before other groups', () => {
  expect(k8s.HorizontalPodAutoscaler.apiVersion).toBe('autoscaling/v2');
  expect(k8s.Event.apiVersion).toBe('v1');
});

test('the root and the group share their descriptors', () => {
  expect(k8s.ClusterRole).toBe(rbac.ClusterRole);
});

test('every resource of discovery has a descriptor in the module of its group version', async () => {
  const modules = await Promise.all(
    moduleUrls().map(async (url) => (await import(/* @vite-ignore */ url)) as Record<string, Kind>),
  );
  const described = modules.flatMap((module) => Object.values(module));
  const keys = (rows: readonly object[]) =>
    rows.map((row) => JSON.stringify(row, ['group', 'version', 'kind', 'plural', 'scope'])).sort();

  expect(keys(described.map(({ gvk, plural, scope }) => ({ ...gvk, plural, scope })))).toEqual(keys(allBuiltinKinds()));
});

function moduleUrls(): string[] {
  const root = new URL('../../src/k8s/', import.meta.url);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[a-z]+\/v\w+\/index\.ts$/.test(path))
    .map((path) => new URL(path, root).href);
}
