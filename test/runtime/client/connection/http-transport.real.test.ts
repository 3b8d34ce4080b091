import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, defineKind, is, type KubeObject, loadClusterConfig } from '../../../../src/runtime/index.js';
import { createTransport, parseClusterConfig } from '../../../../src/runtime/entry/client.js';
import { type ControlPlane, eventually, kubeconfigText, startControlPlane } from '../../../../src/testing/index.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { testCa } from '../fake-api.js';

const ConfigMap = defineKind({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
});
const ServiceAccount = defineKind({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  scope: 'Namespaced',
});

let plane: ControlPlane;
let folder = '';

beforeAll(async () => {
  await ensureBinaries();
  folder = await mkdtemp(path.join(tmpdir(), 'kbts-transport-'));
  const apiServerFlags = [
    '--max-requests-inflight=2',
    '--max-mutating-requests-inflight=1',
    '--enable-priority-and-fairness=false',
  ];
  plane = await startControlPlane({ kind: 'envtest', apiServerFlags });
  await plane.client.create({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name: 'everybody' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'system:authenticated' }],
  } as KubeObject);
  await plane.client.create(new ServiceAccount({ metadata: { name: 'operator', namespace: 'default' } }));
});
afterAll(async () => {
  await plane?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function token(): Promise<string> {
  const ref = { kind: ServiceAccount, namespace: 'default', name: 'operator' };
  const answer = await plane.client.subresource('token').create<{ status: { token: string } }>(ref, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: 600 },
  });
  return answer.status.token;
}

describe('4.8 a server under pressure', () => {
  test('§4.8.1 answers 429, and everything is done all the same', async () => {
    const retries: string[] = [];
    // Administrators are never limited, so somebody else must ask.
    const config = await plane.addUser({ name: 'ann' });
    const transport = createTransport(config, { observer: { retry: ({ code }) => void retries.push(code) } });
    const client = createClient({ transport });
    await eventually(() => client.list(ConfigMap, { namespace: 'default' }));
    const names: string[] = [];

    // A quick server may answer one crowd without refusing anybody, so crowds come until it does.
    for (let crowd = 0; crowd < 50 && !retries.includes('429'); crowd++) {
      const members = Array.from({ length: 40 }, (_, index) => `pressed-${crowd}-${index}`);
      await Promise.all(
        members.map((name) => client.create(new ConfigMap({ metadata: { name, namespace: 'default' } }))),
      );
      names.push(...members);
    }

    const { items } = await client.list(ConfigMap, { namespace: 'default' });
    expect(items.map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(names));
    expect(retries).toContain('429');
    await transport[Symbol.asyncDispose]();
  }, 60_000);
});

describe('credentials that change, against the real server', () => {
  test('§10.5.2 §21.1.4 in a pod: the token file is rotated under a running client', async () => {
    await writeFile(path.join(folder, 'token'), 'not a token yet');
    await writeFile(path.join(folder, 'ca.crt'), plane.config.ca ?? '');
    await writeFile(path.join(folder, 'namespace'), 'default');
    const { hostname, port } = new URL(plane.config.server);
    const env = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
    const config = await loadClusterConfig({ env, serviceAccountFolder: folder });
    const client = createClient({ config });
    await expect(client.list(ConfigMap, { namespace: 'default' })).rejects.toSatisfy(is.unauthorized);

    await writeFile(path.join(folder, 'token'), `${await token()}\n`);

    await eventually(() => client.list(ConfigMap, { namespace: 'default' }));
    expect(config.namespace).toBe('default');
    await client[Symbol.asyncDispose]();
  });

  test('§21.1.5 an exec plug-in gives the token', async () => {
    const credential = {
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      status: { token: await token() },
    };
    await writeFile(path.join(folder, 'plugin.cjs'), `console.log(${JSON.stringify(JSON.stringify(credential))})`);
    const exec = {
      apiVersion: credential.apiVersion,
      command: process.execPath,
      args: [path.join(folder, 'plugin.cjs')],
      interactiveMode: 'Never',
    };
    const text = kubeconfigText({ server: plane.config.server, ca: plane.config.ca }).replace(
      'user: {}',
      `user: { exec: ${JSON.stringify(exec)} }`,
    );
    const client = createClient({ config: await parseClusterConfig(text) });

    expect((await client.list(ConfigMap, { namespace: 'default' })).kind).toBe('ConfigMapList');
    await client[Symbol.asyncDispose]();
  });
});

describe('configs that do not fit the server', () => {
  test('§18.1.4 a wrong CA', async () => {
    const client = createClient({ config: { ...plane.config, ca: testCa().ca.cert } });

    await expect(client.list(ConfigMap)).rejects.toThrow(/cannot talk to https:.*not signed by the configured CA/);
  });

  test('a client certificate of another authority: not accepted as anybody', async () => {
    const { ca } = testCa();
    const pair = ca.issue({
      commonName: 'admin',
      organizations: ['system:masters'],
      usages: ['client'],
      validMs: 60_000,
    });
    const client = createClient({ config: { ...plane.config, ...pair } });

    await expect(client.list(ConfigMap)).rejects.toSatisfy(is.unauthorized);
  });

  test('§18.1.5 a client certificate that has expired: the error says so', async () => {
    const past = testCa(new Date('2020-01-01')).ca.issue({
      commonName: 'ann',
      usages: ['client'],
      validMs: 60_000,
      now: new Date('2020-01-01'),
    });
    const client = createClient({ config: { ...plane.config, ...past } });

    await expect(client.list(ConfigMap)).rejects.toThrow('the client certificate expired on 2020-01-01');
  });

  test('no credentials at all: the error says so', async () => {
    const client = createClient({ config: { server: plane.config.server, ca: plane.config.ca } });

    const error = await client.list(ConfigMap).catch((refusal: unknown) => refusal);

    // The server takes such a caller for system:anonymous.
    expect(is.forbidden(error) || is.unauthorized(error)).toBe(true);
    expect((error as Error).message).toMatch(/anonymous|no credentials/);
  });

  test('http where https is spoken', async () => {
    const client = createClient({ config: { server: plane.config.server.replace('https', 'http') } });

    await expect(client.list(ConfigMap)).rejects.toThrow('HTTPS server');
  });
});
