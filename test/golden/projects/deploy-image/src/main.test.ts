import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually, kubeconfigText, startControlPlane } from 'kbts/testing';
import type { ControlPlane } from 'kbts/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

const crds = ['config/crd/bases', 'config/crd/external'];
let folder: string;
let plane: ControlPlane;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'main-test-'));
  plane = await startControlPlane({ crds: crds.filter((crd) => existsSync(crd)), webhooks: { paths: [] } });
  await writeFile(path.join(folder, 'kubeconfig'), kubeconfigText(await plane.asOperator()), { mode: 0o600 });
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', path.join(folder, 'main.mjs')]);
});

afterAll(async () => {
  await plane.stop();
  await rm(folder, { recursive: true });
});

// Windows has no signals that a process could answer.
test.skipIf(process.platform === 'win32')('the operator becomes ready, and stops when it is told to', async () => {
  const healthPort = await freePort();
  const flags = [
    `--health-probe-bind-address=127.0.0.1:${healthPort}`,
    '--metrics-bind-address=0',
    `--webhook-port=${plane.webhooks?.port}`,
    `--webhook-cert-path=${plane.webhooks?.certDir}`,
  ];
  // Only operators that watch some namespaces read WATCH_NAMESPACE.
  const env = { ...process.env, KUBECONFIG: path.join(folder, 'kubeconfig'), WATCH_NAMESPACE: 'default' };
  const args = ['--enable-source-maps', path.join(folder, 'main.mjs'), ...flags];
  const operator = spawn(process.execPath, args, { env });
  const ended = once(operator, 'exit');
  const gone = new AbortController();
  operator.once('exit', () => gone.abort());
  let log = '';
  for (const stream of [operator.stdout, operator.stderr]) stream.on('data', (chunk: Buffer) => (log += String(chunk)));

  const url = `http://127.0.0.1:${healthPort}/readyz`;
  const probe = () => fetch(url).then(({ status }) => status, String);
  const wait = { timeoutMs: 20_000, signal: gone.signal };
  const ready = eventually(async () => expect(await probe(), log).toBe(200), wait).then(() => 'ready');
  try {
    expect(await Promise.race([ready, ended]), log).toBe('ready');
  } finally {
    operator.kill('SIGTERM');
  }

  expect(await ended, log).toEqual([0, null]);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no TCP port');
  return address.port;
}
