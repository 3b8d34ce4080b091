import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openCluster } from '../../../src/commands/cluster/cluster.js';
import { fromYaml } from '../../../src/yaml.js';
import { embeddedCluster } from './embedded-cluster.js';
import { caught, temporaryFolder } from './project-fixture.js';

async function kubeconfigFor(folder: string, server: string): Promise<string> {
  const file = path.join(folder, 'config');
  const clusters = [{ name: 'a', cluster: { server } }];
  const contexts = [{ name: 'a', context: { cluster: 'a', namespace: 'team' } }];
  await writeFile(file, JSON.stringify({ 'current-context': 'a', clusters, contexts }));
  return file;
}

test('a cluster that answers has a version, and objects without namespace go to default', async () => {
  await using embedded = await embeddedCluster();

  expect(embedded.cluster.version).toMatch(/^v1\./);
  expect(embedded.cluster.namespace).toBe('default');
});

test('nobody listening is told within a bounded time', async () => {
  await using temporary = await temporaryFolder();
  const kubeconfig = await kubeconfigFor(temporary.folder, 'http://127.0.0.1:1');

  expect(await caught(openCluster({ kubeconfig, env: {} }))).toMatchObject({ code: 'no-cluster' });
});

test('a server that never answers is given up', async () => {
  await using temporary = await temporaryFolder();
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const kubeconfig = await kubeconfigFor(
    temporary.folder,
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );

  const error = await caught(openCluster({ kubeconfig, env: {}, answerMs: 100 }));

  server.closeAllConnections();
  server.close();
  expect(error).toMatchObject({ code: 'no-cluster', message: expect.stringContaining('100 ms') });
});

/** A kubeconfig for an embedded plane, whose user logs in with a shell script. */
async function loginConfig(folder: string, kubeconfig: string, script: string): Promise<string> {
  const exec = { apiVersion: 'client.authentication.k8s.io/v1', command: 'sh', args: ['-c', script] };
  const file = path.join(folder, 'login');
  const users = [{ name: 'login', user: { exec: { ...exec, interactiveMode: 'Never' } } }];
  const { clusters } = fromYaml(kubeconfig) as { clusters: { name: string }[] };
  const contexts = [{ name: 'login', context: { cluster: clusters[0]?.name, user: 'login' } }];
  await writeFile(file, JSON.stringify({ 'current-context': 'login', clusters, users, contexts }));
  return file;
}

test('the time of a person who logs in is not the time of the cluster', async () => {
  await using embedded = await embeddedCluster();
  await using temporary = await temporaryFolder();
  const credential = { apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: { token: 'x' } };
  const script = `sleep 3.5; echo '${JSON.stringify(credential)}'`;
  const kubeconfig = await loginConfig(temporary.folder, embedded.plane.kubeconfig(), script);

  const error = await caught(openCluster({ kubeconfig, env: {}, answerMs: 3000 }));

  // The token is wrong, and somebody has looked at it.
  expect(error).toMatchObject({ code: 'unauthorized' });
});

test('a login that never ends is given up on request', async () => {
  await using embedded = await embeddedCluster();
  await using temporary = await temporaryFolder();
  const kubeconfig = await loginConfig(temporary.folder, embedded.plane.kubeconfig(), 'sleep 3');

  const error = await caught(openCluster({ kubeconfig, env: {}, signal: AbortSignal.timeout(100) }));

  expect(error).toMatchObject({ code: 'interrupted' });
});

test('a server that is something else is told apart', async () => {
  await using temporary = await temporaryFolder();
  const server = createServer((_request, response) => response.end('{"hello":"world"}')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const kubeconfig = await kubeconfigFor(
    temporary.folder,
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );

  const error = await caught(openCluster({ kubeconfig, env: {} }));

  server.closeAllConnections();
  server.close();
  expect(error).toMatchObject({
    code: 'no-cluster',
    message: expect.stringContaining('not as a Kubernetes API server'),
  });
});

test('a context that does not exist is named together with those that do', async () => {
  await using temporary = await temporaryFolder();
  const kubeconfig = await kubeconfigFor(temporary.folder, 'http://127.0.0.1:1');

  const error = await caught(openCluster({ kubeconfig, context: 'b', env: {} }));

  expect(error).toMatchObject({ code: 'context-unknown', message: expect.stringMatching(/"b".*known: "a"/) });
});

test('no kubeconfig at all is no cluster', async () => {
  await using temporary = await temporaryFolder();

  expect(await caught(openCluster({ env: { HOME: temporary.folder } }))).toMatchObject({ code: 'no-cluster' });
});
