import { expect, test } from 'vitest';
import { allBuiltinKinds } from '../../src/k8s/catalogue.js';
import { coreDomain, coreGroups, coreModule } from '../../src/project/core-group.js';

test.each([
  ['apps', ''],
  ['core', ''],
  ['networking', 'k8s.io'],
  ['rbac.authorization', 'k8s.io'],
  ['webapp', undefined],
])('the domain of %s is %s', (group, domain) => {
  expect(coreDomain(group)).toBe(domain);
});

test('every group that Kubernetes serves can be named', () => {
  const served = new Set(allBuiltinKinds().map(({ group }) => group));
  const known = new Set(
    coreGroups().map((group) => (group === 'core' ? '' : [group, coreDomain(group)].filter(Boolean).join('.'))),
  );

  expect([...served].filter((group) => !known.has(group))).toEqual([]);
});

test.each([
  ['apps', 'v1', 'kbts/k8s/apps/v1'],
  ['core', 'v1', 'kbts/k8s/core/v1'],
  ['rbac.authorization', 'v1', 'kbts/k8s/rbac/v1'],
  ['flowcontrol.apiserver', 'v1', 'kbts/k8s/flowcontrol/v1'],
])('%s/%s is in %s', (group, version, module) => {
  expect(coreModule(group, version)).toBe(module);
});

test('the module of every served group version exists', async () => {
  const { access } = await import('node:fs/promises');
  for (const { group, version } of allBuiltinKinds()) {
    const short =
      coreGroups().find((one) => (one === 'core' ? '' : [one, coreDomain(one)].filter(Boolean).join('.')) === group) ??
      '';
    await access(coreModule(short, version).replace('kbts/k8s', 'src/k8s'));
  }
});
