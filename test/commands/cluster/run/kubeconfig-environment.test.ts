import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { kubeconfigEnvironment } from '../../../../src/commands/cluster/run/kubeconfig-environment.js';
import { loadClusterConfig } from '../../../../src/runtime/client/config/kube-config.js';
import { temporaryFolder } from '../project-fixture.js';

test('a file that was chosen wins over the environment', async () => {
  expect(kubeconfigEnvironment({ kubeconfig: 'mine' }, { KUBECONFIG: 'theirs', A: 'b', C: undefined }, '')).toEqual({
    KUBECONFIG: path.resolve('mine'),
    A: 'b',
  });
});

test('relative files are the same ones in the folder where the manager runs', async () => {
  const { KUBECONFIG } = kubeconfigEnvironment({}, { KUBECONFIG: ['a', '/b'].join(path.delimiter) }, '');

  expect(KUBECONFIG).toBe([path.resolve('a'), path.resolve('/b')].join(path.delimiter));
});

test('without flags the environment stays as it is', async () => {
  expect(kubeconfigEnvironment({}, { A: 'b' }, '')).toEqual({ A: 'b' });
});

test('a context that was chosen is the current one of the child', async () => {
  await using temporary = await temporaryFolder();
  const file = path.join(temporary.folder, 'config');
  const cluster = (name: string) => ({ name, cluster: { server: `https://${name}:6443` } });
  const context = (name: string) => ({ name, context: { cluster: name } });
  const config = {
    'current-context': 'one',
    clusters: ['one', 'two'].map(cluster),
    contexts: ['one', 'two'].map(context),
  };
  await writeFile(file, JSON.stringify(config));

  const env = kubeconfigEnvironment({ kubeconfig: file, context: 'two' }, {}, temporary.folder);

  expect(await loadClusterConfig({ env })).toMatchObject({ server: 'https://two:6443' });
  // Two runs in one project may choose two clusters.
  expect(env['KUBECONFIG']).toContain(String(process.pid));
});
