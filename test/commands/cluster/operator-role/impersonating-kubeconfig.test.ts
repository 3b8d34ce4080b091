import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { impersonatingKubeconfig } from '../../../../src/commands/cluster/operator-role/impersonating-kubeconfig.js';
import { loadClusterConfig } from '../../../../src/runtime/client/config/kube-config.js';
import { temporaryFolder } from '../project-fixture.js';

const config = (name: string, user: object): string =>
  JSON.stringify({
    clusters: [{ name, cluster: { server: `https://${name}:6443` } }],
    users: [{ name, user }],
    contexts: [{ name, context: { cluster: name, user: name, namespace: `in-${name}` } }],
    'current-context': name,
  });

test('the same cluster, namespace and credentials, as somebody else; the file goes at the end', async () => {
  await using temporary = await temporaryFolder();
  const { folder } = temporary;
  await mkdir(path.join(folder, 'keys'));
  await writeFile(path.join(folder, 'keys/token'), 'secret');
  await writeFile(path.join(folder, 'first'), config('a', { token: 'one' }));
  await writeFile(path.join(folder, 'second'), config('b', { tokenFile: 'keys/token' }));
  const env = { KUBECONFIG: [path.join(folder, 'first'), path.join(folder, 'second')].join(path.delimiter) };

  const current = await impersonatingKubeconfig('me', {}, { env, root: folder });
  const first = await loadClusterConfig({ env: { KUBECONFIG: current.files } });
  const chosen = await impersonatingKubeconfig('me', { context: 'b' }, { env, root: folder });
  const second = await loadClusterConfig({ env: { KUBECONFIG: chosen.files } });
  await chosen[Symbol.asyncDispose]();
  const after = await loadClusterConfig({ env: { KUBECONFIG: chosen.files } });

  expect(first).toMatchObject({
    server: 'https://a:6443',
    namespace: 'in-a',
    token: 'one',
    impersonate: { user: 'me' },
  });
  expect(second).toMatchObject({
    server: 'https://b:6443',
    namespace: 'in-b',
    tokenFile: path.join(folder, 'keys/token'),
    impersonate: { user: 'me' },
  });
  expect(after.impersonate).toBeUndefined();
});

test('a program in the kubeconfig is found from its own folder', async () => {
  await using temporary = await temporaryFolder();
  const { folder } = temporary;
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: './bin/login', interactiveMode: 'Never' };
  await writeFile(path.join(folder, 'config'), config('a', { exec }));

  const made = await impersonatingKubeconfig(
    'me',
    { kubeconfig: path.join(folder, 'config') },
    { env: {}, root: folder },
  );
  const [file = ''] = made.files.split(path.delimiter);

  expect(await readFile(file, 'utf8')).toContain(JSON.stringify(path.join(folder, 'bin/login')));
});
