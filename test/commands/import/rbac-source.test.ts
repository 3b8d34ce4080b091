import { spawnSync } from 'node:child_process';
import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { RoleRule } from '../../../src/commands/import/kubebuilder-project.js';
import { isWider, rbacSource } from '../../../src/commands/import/rbac-source.js';
import { localProgram, temporaryFolder } from '../../project-folder.js';

const rule = (change: Partial<RoleRule>): RoleRule => ({
  role: 'manager-role',
  namespace: '',
  groups: [],
  resources: [],
  resourceNames: [],
  urls: [],
  verbs: ['get'],
  ...change,
});

test('a marker for each rule', () => {
  const rules = [
    rule({ urls: ['/metrics'] }),
    rule({ groups: [''], resources: ['secrets'], resourceNames: ['a', 'b'], verbs: ['get', '*'] }),
    rule({ role: 'other', namespace: 'ns', groups: ['apps'], resources: ['deployments/scale'] }),
  ];

  expect(rbacSource(rules, [], '')?.split('\n').slice(1, 4)).toEqual([
    '// +kubebuilder:rbac:urls="/metrics",verbs=get',
    '// +kubebuilder:rbac:groups="",resources=secrets,resourceNames=a;b,verbs=get;"*"',
    '// +kubebuilder:rbac:groups=apps,resources=deployments/scale,verbs=get,namespace=ns,roleName=other',
  ]);
});

test('a rule that the sources ask for already needs none', () => {
  const known = rule({ role: '', groups: ['apps'], resources: ['deployments'], verbs: ['get', 'list'] });

  expect(rbacSource([rule({ groups: ['apps'], resources: ['deployments'] })], [known], '')).toBeUndefined();
  expect(isWider([known], [rule({ groups: ['apps'], resources: ['deployments'] })])).toBe(true);
  expect(isWider([rule({ groups: ['apps'], resources: ['deployments'] })], [known])).toBe(false);
});

test('the linter of a project takes a source that has markers alone', async () => {
  const { root, clean } = await temporaryFolder();
  await copyFile('templates/init/.oxlintrc.json.hbs', path.join(root, '.oxlintrc.json'));
  await writeFile(path.join(root, 'rbac.ts'), rbacSource([rule({ urls: ['/metrics'] })], [], '') ?? '');

  const { stdout, status } = spawnSync(localProgram('oxlint'), ['--deny-warnings'], { cwd: root, encoding: 'utf8' });
  await clean();

  expect(status, stdout).toBe(0);
});
