/** A real etcd and kube-apiserver for comparison; KBTS_REAL_API and KBTS_REAL_TOKEN name one that runs already. */
import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { createServer, type AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Where a server is and how to be its admin. */
export interface Target {
  readonly server: string;
  readonly token: string;
  stop(): Promise<void>;
}

const FOLDER =
  process.env['KUBEBUILDER_ASSETS'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'kbts/control-plane/1.37.1-linux-x64');

/** The path of a built binary. */
export function binary(name: string): string {
  return join(FOLDER, name);
}

/** Whether a real server can be had. */
export const hasRealApiServer =
  process.env['KBTS_REAL_API'] !== undefined || (existsSync(binary('etcd')) && existsSync(binary('kube-apiserver')));

/** Starts one, or uses the one that the environment names. */
export async function startRealApiServer(): Promise<Target> {
  const known = process.env['KBTS_REAL_API'];
  if (known !== undefined) {
    return { server: known, token: process.env['KBTS_REAL_TOKEN'] ?? '', stop: async () => undefined };
  }
  const folder = await mkdtemp(join(tmpdir(), 'kbts-real-'));
  const [client, peer, secure] = [await freePort(), await freePort(), await freePort()];
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyFile = join(folder, 'sa.key');
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await writeFile(join(folder, 'tokens.csv'), 'admintok,admin,1,"system:masters"\nalicetok,alice,2,"devs"\n');
  const etcd = run(binary('etcd'), [
    `--data-dir=${join(folder, 'etcd')}`,
    `--listen-client-urls=http://127.0.0.1:${client}`,
    `--advertise-client-urls=http://127.0.0.1:${client}`,
    `--listen-peer-urls=http://127.0.0.1:${peer}`,
    '--unsafe-no-fsync',
  ]);
  const apiserver = run(binary('kube-apiserver'), [
    `--etcd-servers=http://127.0.0.1:${client}`,
    `--secure-port=${secure}`,
    '--bind-address=127.0.0.1',
    `--cert-dir=${join(folder, 'certs')}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    `--service-account-issuer=https://127.0.0.1:${secure}/`,
    `--service-account-key-file=${keyFile}`,
    `--service-account-signing-key-file=${keyFile}`,
    '--authorization-mode=RBAC',
    '--allow-privileged=true',
    `--token-auth-file=${join(folder, 'tokens.csv')}`,
    '--disable-admission-plugins=ServiceAccount',
  ]);
  const server = `https://127.0.0.1:${secure}`;
  await untilReady(server, 60_000);
  return {
    server,
    token: 'admintok',
    stop: async () => {
      await Promise.all([end(apiserver), end(etcd)]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function run(file: string, args: readonly string[]): ChildProcess {
  return spawn(file, args, { stdio: 'ignore' });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
}

async function untilReady(server: string, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (await isReady(server)) return;
    await delay(100);
  }
  throw new Error(`kube-apiserver at ${server} was not ready in ${timeoutMs} ms`);
}

function isReady(server: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(
      `${server}/readyz`,
      { rejectUnauthorized: false, headers: { authorization: 'Bearer admintok' } },
      (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      },
    );
    request.on('error', () => resolve(false));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });
}
