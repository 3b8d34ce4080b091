import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { execCredentials } from '../../../../src/runtime/client/credentials/exec-credentials.js';

const apiVersion = 'client.authentication.k8s.io/v1';
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kbts-exec-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** A plug-in written in JavaScript; it appends a line to `runs` each time. */
async function plugin(script: string, exec: object = {}, options: { timeoutMs?: number } = {}) {
  await writeFile(
    path.join(folder, 'plugin.cjs'),
    `require('fs').appendFileSync(__dirname + '/runs', 'x\\n');\n${script}`,
  );
  const entry = { name: 'u', fields: {}, file: path.join(folder, 'config') };
  const cluster = {
    name: 'c',
    fields: { extensions: [{ name: 'client.authentication.k8s.io/exec', extension: { audience: 'a' } }] },
    file: entry.file,
  };
  return execCredentials(
    { apiVersion, command: process.execPath, args: [path.join(folder, 'plugin.cjs')], ...exec },
    { entry, cluster, clusterPart: { server: 'https://s' } },
    options,
  );
}

const print = (status: object): string =>
  `console.log(JSON.stringify({ apiVersion: '${apiVersion}', kind: 'ExecCredential', status: ${JSON.stringify(status)} }))`;

async function runs(): Promise<number> {
  return (await readFile(path.join(folder, 'runs'), 'utf8')).trim().split('\n').length;
}

describe('12.2.13 exec plug-ins', () => {
  test('§21.1.5 run once for all who wait, and not again while the token is valid', async () => {
    const source = await plugin(print({ token: 't', expirationTimestamp: '2099-01-01T00:00:00Z' }));

    const found = await Promise.all([source.current(), source.current(), source.current()]);
    await source.current();

    expect(found.map(({ token }) => token)).toEqual(['t', 't', 't']);
    expect(await runs()).toBe(1);
  });

  test('run again when the token has expired', async () => {
    const source = await plugin(print({ token: 't', expirationTimestamp: '2020-01-01T00:00:00Z' }));

    await source.current();
    await source.current();

    expect(await runs()).toBe(2);
  });

  test('give client certificates', async () => {
    const source = await plugin(print({ clientCertificateData: 'cert', clientKeyData: 'key' }));

    expect(await source.current()).toEqual({ token: undefined, cert: 'cert', key: 'key' });
  });

  test('are told which cluster they are for, and get their variables', async () => {
    const source = await plugin(
      `const info = JSON.parse(process.env.KUBERNETES_EXEC_INFO);
       ${print({ token: 'T' }).replace('"T"', 'JSON.stringify([info, process.env.EXTRA])')}`,
      { provideClusterInfo: true, env: [{ name: 'EXTRA', value: 'e' }] },
    );

    const { token = '' } = await source.current();

    expect(JSON.parse(token)).toMatchObject([
      {
        apiVersion,
        kind: 'ExecCredential',
        spec: { interactive: false, cluster: { server: 'https://s', config: { audience: 'a' } } },
      },
      'e',
    ]);
  });

  test('arguments never meet a shell', async () => {
    const source = await plugin(print({ token: 'T' }).replace('"T"', 'process.argv[2]'), {
      args: [path.join(folder, 'plugin.cjs'), '$(touch pwned); `id`'],
    });

    expect((await source.current()).token).toBe('$(touch pwned); `id`');
  });

  test.each([
    ['process.stderr.write("login first"); process.exit(3)', 'failed (exit code 3): login first'],
    ['console.log("hello")', 'printed 6 characters that are not JSON'],
    ['console.log("{}")', `did not print an ExecCredential of ${apiVersion}`],
    [print({}), 'neither a token nor a certificate'],
  ])('fail with what they did: %s', async (script, message) => {
    const source = await plugin(script);

    await expect(source.current()).rejects.toThrow(message);
  });

  test.each([
    ['does not end, whatever it is told', "process.on('SIGTERM', () => undefined); setTimeout(() => undefined, 5_000)"],
    [
      'leaves a child behind that holds its output',
      "require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 5000)'], { stdio: 'inherit' }); setTimeout(() => undefined, 5_000)",
    ],
  ])('one that %s is given up in time', async (_what, script) => {
    const source = await plugin(script, {}, { timeoutMs: 700 });

    await expect(source.current()).rejects.toThrow(/did not end within 0.7 s/);
  });

  test.each([
    ['null', 'console.log(null)', /did not print an ExecCredential/],
    [
      'a time that is none',
      print({ token: 't', expirationTimestamp: 'soon' }),
      /expirationTimestamp that is not a time/,
    ],
  ])('one that prints %s is refused with a reason', async (_what, script, message) => {
    await expect((await plugin(script)).current()).rejects.toThrow(message);
  });

  test('one that prints without end is ended', async () => {
    const source = await plugin("setInterval(() => process.stdout.write('a'.repeat(100_000)), 0)");

    await expect(source.current()).rejects.toThrow(/printed more than 1048576 characters/);
  });

  test('a program that is not there: the error carries the install hint', async () => {
    const source = await plugin('', { command: 'no-such-kubelogin', installHint: 'brew install kubelogin' });

    await expect(source.current()).rejects.toThrow(/user "u": exec: no-such-kubelogin was not found\nbrew install/);
  });

  test('one that insists on a terminal is refused without one', async () => {
    await expect(plugin('', { interactiveMode: 'Always' })).rejects.toThrow('there is no terminal');
  });
});
