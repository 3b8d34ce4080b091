import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readGoProject } from '../../../src/commands/import/kubebuilder-project.js';
import { temporaryFolder } from '../../project-folder.js';
import { widgetCrd } from '../widget-crd.js';
import { goProject, goRole } from './go-project.js';

let folder = '';
let clean: () => Promise<void>;
beforeEach(async () => {
  ({ root: folder, clean } = await temporaryFolder());
  await mkdir(path.join(folder, 'config/crd/bases'), { recursive: true });
  await mkdir(path.join(folder, 'config/rbac'), { recursive: true });
  await writeFile(path.join(folder, 'PROJECT'), goProject);
  await writeFile(path.join(folder, 'config/crd/bases/widgets.yaml'), widgetCrd);
  await writeFile(path.join(folder, 'config/rbac/role.yaml'), goRole);
});
afterEach(async () => clean());

test('PROJECT, CRDs and rules', async () => {
  const { project, crds, rules } = await readGoProject(folder);

  expect(project.projectName).toBe('shop');
  expect(crds.map(({ crd }) => crd.metadata.name)).toEqual(['widgets.acme.io']);
  expect(rules[0]).toMatchObject({
    role: 'manager-role',
    namespace: '',
    groups: ['acme.io'],
    verbs: ['get', 'list', 'watch'],
  });
});

test('a project without a role has no rules', async () => {
  await rm(path.join(folder, 'config/rbac/role.yaml'));

  expect((await readGoProject(folder)).rules).toEqual([]);
});

test.each([
  ['a folder without PROJECT', 'PROJECT', undefined, 'project-missing'],
  ['CRDs that were never made', 'config/crd/bases/widgets.yaml', undefined, 'not-found'],
  ['a broken role', 'config/rbac/role.yaml', 'rules: [', 'project-invalid'],
  ['rules that are none', 'config/rbac/role.yaml', 'kind: Role\nrules: [{ verbs: get }]', 'project-invalid'],
])('%s is an error', async (_, file, text, code) => {
  if (text === undefined) await rm(path.join(folder, file));
  else await writeFile(path.join(folder, file), text);

  await expect(readGoProject(folder)).rejects.toMatchObject({ code });
});
