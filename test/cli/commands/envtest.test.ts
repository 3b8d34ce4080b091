import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../../src/cli/run.js';
import { temporaryFolder } from '../../commands/cluster/project-fixture.js';
import { fakeTerminal } from '../fakes/fake-terminal.js';

async function kbts(folder: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { XDG_DATA_HOME: path.join(folder, 'data'), XDG_CACHE_HOME: path.join(folder, 'cache') };
  const terminal = fakeTerminal({ cwd: folder, env });
  return { code: await run(args, terminal), stdout: terminal.stdout, stderr: terminal.stderr };
}

async function addBinaries(folder: string, version: string): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const target = path.join(folder, 'cache/kbts/control-plane', `${version}-${platform}-${process.arch}`);
  await mkdir(target, { recursive: true });
  for (const name of ['etcd', 'kube-apiserver', 'kubectl']) {
    await writeFile(path.join(target, name), '');
    await chmod(path.join(target, name), 0o755);
  }
  return target;
}

test('path prints the folder alone, so that it can be used in a script', async () => {
  await using temporary = await temporaryFolder();
  const folder = await addBinaries(temporary.folder, '1.37.1');

  expect(await kbts(temporary.folder, 'envtest', 'path')).toMatchObject({ code: 0, stdout: `${folder}\n` });
});

test('use and list know what is installed, without asking the network', async () => {
  await using temporary = await temporaryFolder();
  const folder = await addBinaries(temporary.folder, '1.37.1');

  const used = await kbts(temporary.folder, 'envtest', 'use', '1.37', '--installed-only');
  const listed = await kbts(temporary.folder, 'envtest', 'list', '--installed-only', '-o', 'json');

  expect(used).toMatchObject({ code: 0, stdout: `Kubernetes 1.37.1: ${folder}\n` });
  expect(JSON.parse(listed.stdout)).toMatchObject({
    binaries: [{ version: '1.37.1', isInstalled: true, path: folder }],
  });
});

test('nothing installed says what to run', async () => {
  await using temporary = await temporaryFolder();

  const { code, stderr } = await kbts(temporary.folder, 'envtest', 'path');

  expect(code).toBe(1);
  expect(stderr).toMatch(/error tool-missing[\s\S]*kbts envtest use/);
});

test('a version that is none is wrong usage', async () => {
  await using temporary = await temporaryFolder();

  expect(await kbts(temporary.folder, 'envtest', 'use', 'newest!')).toMatchObject({ code: 2 });
});
