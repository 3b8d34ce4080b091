import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../project-folder.js';
import { runCli } from '../fakes/run-cli.js';

async function inFolder(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const folder = await temporaryFolder('olm');
  onTestFinished(folder.clean);
  return runCli(folder.root, args);
}

test('the commands work outside of a project; what they need is named', async () => {
  const install = await inFolder('olm', 'install', '--from', 'nowhere');
  expect([install.code, install.stderr]).toEqual([
    1,
    expect.stringMatching(/olm-manifests.*crds\.yaml does not exist/),
  ]);
  for (const name of ['status', 'uninstall']) {
    const { code, stderr } = await inFolder('olm', name, '--kubeconfig', 'nowhere.yaml');
    expect([code, stderr]).toEqual([1, expect.stringContaining('no-cluster')]);
  }
});

test('the version is that of OLM, not of kbts', async () => {
  const { code, stdout, stderr } = await inFolder('olm', 'install', '--version', '0.30.0', '--from', 'nowhere');
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('read the manifests of OLM 0.30.0')]);
});
