import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadClusterConfig, parseClusterConfig } from '../../../../src/runtime/client/config/kube-config.js';
import { KubeConfigError } from '../../../../src/runtime/client/config/kube-config-error.js';
import { testCa } from '../fake-api.js';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kbts-kubeconfig-'));
});
afterEach(() => rm(folder, { recursive: true }));

function kubeconfig(server: string, user = 'token: t', context = ''): string {
  return [
    'apiVersion: v1',
    'kind: Config',
    `clusters: [{ name: c, cluster: { server: '${server}' } }]`,
    `users: [{ name: u, user: { ${user} } }]`,
    `contexts: [{ name: x, context: { cluster: c, user: u ${context} } }]`,
    'current-context: x',
  ].join('\n');
}

async function write(name: string, text: string): Promise<string> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

test.each(['as-uid: "1"', 'as-groups: [viewers]', 'as-user-extra: { k: [v] }', "as: '', as-groups: [viewers]"])(
  'impersonation without a user is refused, as requests would have all rights of the real one (%s)',
  async (fields) => {
    const file = await write('config', kubeconfig('https://s', `token: t, ${fields}`));

    await expect(loadClusterConfig({ kubeconfig: file })).rejects.toThrow(/user "u": as: is missing/);
  },
);

test.each(['{ k: v }', '{ k: [1] }', '{ k: null }', 'text'])('as-user-extra: %s is refused', async (extra) => {
  const file = await write('config', kubeconfig('https://s', `token: t, as: ann, as-user-extra: ${extra}`));

  await expect(loadClusterConfig({ kubeconfig: file })).rejects.toThrow(KubeConfigError);
});

describe('10.5 precedence', () => {
  async function everywhere() {
    const flag = await write('flag', kubeconfig('https://flag'));
    const variable = await write('variable', kubeconfig('https://variable'));
    await write('home/.kube/config', kubeconfig('https://home'));
    await write('sa/token', 'pod-token');
    await write('sa/ca.crt', 'ca');
    await write('sa/namespace', 'pod-ns\n');
    const pod = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' };
    const env = { HOME: path.join(folder, 'home') };
    return { flag, variable, pod, env, serviceAccountFolder: path.join(folder, 'sa') };
  }

  test('§10.5.1 --kubeconfig, KUBECONFIG, the pod, then ~/.kube/config', async () => {
    const { flag, variable, pod, env, serviceAccountFolder } = await everywhere();
    const load = async (options: object) => (await loadClusterConfig({ serviceAccountFolder, ...options })).server;

    expect(await load({ kubeconfig: flag, env: { ...env, ...pod, KUBECONFIG: variable } })).toBe('https://flag');
    expect(await load({ env: { ...env, ...pod, KUBECONFIG: variable } })).toBe('https://variable');
    expect(await load({ env: { ...env, ...pod } })).toBe('https://[fd00::1]:443');
    expect(await load({ env })).toBe('https://home');
  });

  test('in a pod: token and CA by file, so that they may rotate, and the namespace', async () => {
    const { pod, serviceAccountFolder } = await everywhere();

    expect(await loadClusterConfig({ env: pod, serviceAccountFolder })).toEqual({
      server: 'https://[fd00::1]:443',
      caFile: path.join(serviceAccountFolder, 'ca.crt'),
      tokenFile: path.join(serviceAccountFolder, 'token'),
      namespace: 'pod-ns',
    });
  });

  test('§18.1.1 nothing anywhere is an error that says where it was looked', async () => {
    const load = loadClusterConfig({ env: { HOME: folder }, serviceAccountFolder: folder });

    await expect(load).rejects.toThrow(/no cluster to talk to.*--kubeconfig.*KUBECONFIG/);
  });
});

describe('several files', () => {
  test('empty files among others are passed over, as kubectl does; nothing but empty ones is an error', async () => {
    const empty = await write('empty', '\n');
    const full = await write('full', kubeconfig('https://full'));

    const loaded = await loadClusterConfig({ env: { KUBECONFIG: [empty, full].join(path.delimiter) } });

    expect(loaded.server).toBe('https://full');
    const only = loadClusterConfig({ env: { KUBECONFIG: [empty, empty].join(path.delimiter) } });
    await expect(only).rejects.toThrow(`${empty}: it is empty`);
  });

  test('the first one that names something decides; missing files are passed over', async () => {
    const first = await write('a', 'contexts: [{ name: x, context: { cluster: c, user: u } }]\ncurrent-context: x');
    const second = await write('b', kubeconfig('https://b'));
    const third = await write('c', kubeconfig('https://c').replace('current-context: x', 'current-context: y'));
    const list = [path.join(folder, 'missing'), first, second, third].join(path.delimiter);

    expect(await loadClusterConfig({ env: { KUBECONFIG: list } })).toMatchObject({ server: 'https://b', token: 't' });
  });

  test('none of them there is an error', async () => {
    await expect(loadClusterConfig({ env: { KUBECONFIG: '/no/such/a' } })).rejects.toThrow(
      'none of its files exists: /no/such/a',
    );
  });
});

describe('what a context gives', () => {
  test('everything that client-go knows', async () => {
    const { ca } = testCa();
    const data = Buffer.from(ca.cert).toString('base64');
    const text = [
      `clusters: [{ name: c, cluster: { server: 'https://s:6443/x', certificate-authority-data: ${data}, tls-server-name: n, proxy-url: 'http://p:1', disable-compression: true } }]`,
      'users: [{ name: u, user: { token: t, as: ann, as-uid: "1", as-groups: [g], as-user-extra: { k: [v] } } }]',
      'contexts: [{ name: x, context: { cluster: c, user: u, namespace: ns } }]',
      'current-context: other',
    ].join('\n');

    expect(await parseClusterConfig(text, { context: 'x' })).toMatchObject({
      server: 'https://s:6443/x',
      ca: ca.cert,
      tlsServerName: 'n',
      proxyUrl: 'http://p:1',
      disableCompression: true,
      token: 't',
      namespace: 'ns',
      impersonate: { user: 'ann', uid: '1', groups: ['g'], extra: { k: ['v'] } },
    });
  });

  test('paths are relative to the file; data in place wins over a file', async () => {
    await write('dir/client.crt', 'x');
    await write('dir/client.key', 'x');
    await write('dir/tok', 'x');
    const file = await write(
      'dir/config',
      kubeconfig('https://s', 'client-certificate: client.crt, client-key: client.key, tokenFile: tok'),
    );

    expect(await loadClusterConfig({ kubeconfig: file, env: {} })).toMatchObject({
      certFile: path.join(folder, 'dir/client.crt'),
      keyFile: path.join(folder, 'dir/client.key'),
      tokenFile: path.join(folder, 'dir/tok'),
    });
  });

  test('JSON is read as well, and a context without a user is anonymous', async () => {
    const text = JSON.stringify({
      clusters: [{ name: 'c', cluster: { server: 'https://s' } }],
      contexts: [{ name: 'x', context: { cluster: 'c' } }],
      'current-context': 'x',
    });

    expect((await parseClusterConfig(text)).token).toBeUndefined();
  });

  test('§21.1.6 a proxy of the environment is used unless the file names one', async () => {
    const file = await write('config', kubeconfig('https://s.example'));

    const config = await loadClusterConfig({ kubeconfig: file, env: { HTTPS_PROXY: 'p:3128' } });

    expect(config.proxyUrl).toBe('http://p:3128');
  });
});

describe('bad input gets an error that says what and where', () => {
  test.each<[string, string, string]>([
    ['empty', '', 'it is empty'],
    ['broken YAML', 'clusters: [', 'not valid YAML'],
    ['broken JSON', '{"clusters": ', 'not valid YAML'],
    ['a list', '- a', 'not a kubeconfig'],
    ['a text', 'hello', 'not a kubeconfig'],
    ['no current context', 'contexts: [{ name: x, context: {} }]', 'current-context is not set; choose one of x'],
    ['unknown context', 'contexts: [{ name: x }]\ncurrent-context: y', 'there is no context "y"; known: "x"'],
    ['no cluster in the context', 'contexts: [{ name: x }]\ncurrent-context: x', 'context "x": cluster: is missing'],
    [
      'unknown cluster',
      'contexts: [{ name: x, context: { cluster: c } }]\ncurrent-context: x',
      'there is no cluster "c"; there are none',
    ],
    ['no server', kubeconfig('https://s').replace("server: 'https://s'", ''), 'cluster "c": server: is missing'],
    ['server without scheme', kubeconfig('host:6443'), 'server: "host:6443" is not an address'],
    ['unknown user', kubeconfig('https://s').replace('name: u', 'name: v'), 'there is no user "u"; known: "v"'],
    ['clusters is a mapping', 'clusters: {}', 'clusters must be a list'],
    ['entry without name', 'clusters: [{ cluster: {} }]', 'clusters[0] must be a mapping with a name'],
    ['token is a number', kubeconfig('https://s', 'token: 5'), 'user "u": token: must be a string'],
    [
      'CA is not PEM',
      kubeconfig('https://s').replace(
        "server: 'https://s'",
        "server: 'https://s', certificate-authority-data: aGVsbG8=",
      ),
      'certificate-authority-data: is not base64 of a PEM',
    ],
    [
      'CA file is missing',
      kubeconfig('https://s').replace("server: 'https://s'", "server: 'https://s', certificate-authority: /no/ca"),
      'certificate-authority: the file /no/ca cannot be read',
    ],
    [
      'certificate without key',
      kubeconfig(
        'https://s',
        `client-certificate-data: ${Buffer.from('-----BEGIN CERTIFICATE-----').toString('base64')}`,
      ),
      'a client certificate needs its key',
    ],
    [
      'skip is a text',
      kubeconfig('https://s').replace("server: 'https://s'", "server: 'https://s', insecure-skip-tls-verify: 'yes'"),
      'must be true or false',
    ],
    [
      'removed provider',
      kubeconfig('https://s', 'auth-provider: { name: gcp }'),
      'use the exec plug-in gke-gcloud-auth-plugin',
    ],
    ['unknown provider', kubeconfig('https://s', 'auth-provider: { name: x }'), '"x" is not supported'],
    [
      'exec without command',
      kubeconfig('https://s', 'exec: { apiVersion: client.authentication.k8s.io/v1 }'),
      'exec: command is missing',
    ],
    [
      'exec of an old version',
      kubeconfig('https://s', 'exec: { command: x, apiVersion: client.authentication.k8s.io/v1alpha1 }'),
      'apiVersion must be',
    ],
    [
      'bad proxy',
      kubeconfig('https://s').replace("server: 'https://s'", "server: 'https://s', proxy-url: '::'"),
      'proxy-url: "::" is not an address',
    ],
  ])('§18.1.2 %s', async (_, text, message) => {
    const file = await write('config', text);

    const load = loadClusterConfig({ kubeconfig: file, env: {} });

    await expect(load).rejects.toBeInstanceOf(KubeConfigError);
    await expect(load).rejects.toThrow(`${file}: `);
    await expect(load).rejects.toThrow(message);
  });

  test('§18.1.1 a file that is not there', async () => {
    await expect(loadClusterConfig({ kubeconfig: '/no/such/file', env: {} })).rejects.toThrow(
      '/no/such/file: there is no such file',
    );
  });

  test('a folder, and a file without permission', async () => {
    await expect(loadClusterConfig({ kubeconfig: folder, env: {} })).rejects.toThrow('cannot be read (EISDIR)');
    const file = await write('secret', kubeconfig('https://s'));
    await chmod(file, 0);
    if (process.getuid?.() !== 0) {
      await expect(loadClusterConfig({ kubeconfig: file, env: {} })).rejects.toThrow('cannot be read (EACCES)');
    }
  });
});
