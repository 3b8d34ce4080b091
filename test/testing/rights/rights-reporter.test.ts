import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { RightsReporter } from '../../../src/testing/rights/rights-reporter.js';
import { RIGHTS_FILE, rightsRecorder } from '../../../src/testing/rights/used-rights.js';
import { temporaryFolder } from '../../project-folder.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('a run ends with the rights of the role that no control plane has seen', async () => {
  const { root, clean } = await temporaryFolder();
  vi.stubEnv(RIGHTS_FILE, '');
  vi.spyOn(process, 'cwd').mockReturnValue(root);
  await mkdir(path.join(root, 'config/rbac'), { recursive: true });
  const rules = 'rules: [{ apiGroups: [apps], resources: [deployments], verbs: [get, patch, delete] }]';
  const role = `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: { name: manager-role }\n${rules}\n`;
  await writeFile(path.join(root, 'config/rbac/role.yaml'), role);
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);

  const reporter = new RightsReporter();
  const note = rightsRecorder(process.env[RIGHTS_FILE]);
  note?.({ group: 'apps', resource: 'deployments', verb: 'watch', name: '' });
  note?.({ group: 'apps', resource: 'deployments', verb: 'patch', name: 'a' });
  await reporter.onTestRunEnd();
  await clean();

  expect(written.join('')).toContain('used 2 of the 3');
  expect(written.join('')).toContain('deployments.apps: delete');
});
