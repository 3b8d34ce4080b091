import { expect, test } from 'vitest';
import { checkKubectl, kubectlKustomize } from '../../src/tools/kubectl.js';
import { fakeKubectl, fakePrograms } from './fake-programs.js';

test.each(['v1.22.0', 'v1.37.1', 'v2.0.0', 'v1.32.4-dispatcher'])('accepts kubectl %s', async (version) => {
  await using programs = await fakePrograms({ kubectl: fakeKubectl(version) });

  expect(await checkKubectl({ cwd: programs.folder, env: programs.env })).toBe(version);
});

test.each(['v1.21.14', 'v0.9.0', 'nonsense'])('kubectl %s is too old', async (version) => {
  await using programs = await fakePrograms({ kubectl: fakeKubectl(version) });

  await expect(checkKubectl({ cwd: programs.folder, env: programs.env })).rejects.toMatchObject({
    code: 'tool-outdated',
    fix: expect.stringContaining('1.22'),
  });
});

test('a missing kubectl says where to get it', async () => {
  await using programs = await fakePrograms({});

  await expect(checkKubectl({ cwd: programs.folder, env: programs.env })).rejects.toMatchObject({
    code: 'tool-missing',
    fix: expect.stringContaining('kubernetes.io'),
  });
});

test('the program that KUBECTL names is used, and gets the folder as one argument', async () => {
  await using programs = await fakePrograms({ 'my-kubectl': fakeKubectl('v1.37.1') });
  const env = { ...programs.env, KUBECTL: 'my-kubectl' };

  await kubectlKustomize('a folder; rm -rf /', { cwd: programs.folder, env });

  expect(await programs.calls()).toEqual([['my-kubectl', 'kustomize', 'a folder; rm -rf /']]);
});
