/** Starts a real etcd and kube-apiserver for the generator, and ends them again. */
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export const KUBERNETES = '1.37.1';
const TOKEN = 'kbts-generator';

/** The folder with the real binaries: `KUBEBUILDER_ASSETS`, or where test/control-plane/build.mjs puts them. */
export function binaries() {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  return process.env.KUBEBUILDER_ASSETS ?? join(cache, 'kbts', 'control-plane', `${KUBERNETES}-linux-x64`);
}

/** Runs `work` against a fresh API server; everything is gone afterwards. */
export async function withApiServer(extraFlags, work) {
  const folder = mkdtempSync(join(tmpdir(), 'kbts-k8s-'));
  const children = [];
  const killAll = () => children.forEach((child) => child.kill('SIGKILL'));
  process.once('exit', killAll);
  try {
    const server = await start(folder, extraFlags, children);
    return await work(server);
  } finally {
    killAll();
    await Promise.all(children.map((child) => child.exitCode ?? new Promise((done) => child.once('exit', done))));
    process.removeListener('exit', killAll);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function start(folder, extraFlags, children) {
  const [client, peer, secure] = await Promise.all([freePort(), freePort(), freePort()]);
  const etcd = `http://127.0.0.1:${client}`;
  const peerUrl = `http://127.0.0.1:${peer}`;
  const run = (name, flags) => {
    const child = spawn(join(binaries(), name), flags, { stdio: ['ignore', 'ignore', 'pipe'] });
    child.log = '';
    child.stderr.on('data', (chunk) => (child.log = (child.log + chunk).slice(-8000)));
    children.push(child);
    return child;
  };
  run('etcd', [
    `--data-dir=${join(folder, 'etcd')}`,
    '--unsafe-no-fsync',
    `--listen-client-urls=${etcd}`,
    `--advertise-client-urls=${etcd}`,
    `--listen-peer-urls=${peerUrl}`,
    `--initial-advertise-peer-urls=${peerUrl}`,
    `--initial-cluster=default=${peerUrl}`,
  ]);
  const key = join(folder, 'sa.key');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  writeFileSync(key, privateKey.export({ type: 'pkcs1', format: 'pem' }));
  writeFileSync(join(folder, 'tokens.csv'), `${TOKEN},admin,admin,"system:masters"\n`);
  const apiserver = run('kube-apiserver', [
    `--etcd-servers=${etcd}`,
    `--secure-port=${secure}`,
    '--bind-address=127.0.0.1',
    `--cert-dir=${join(folder, 'certs')}`,
    '--service-cluster-ip-range=10.0.0.0/24',
    `--service-account-issuer=https://127.0.0.1:${secure}/`,
    `--service-account-key-file=${key}`,
    `--service-account-signing-key-file=${key}`,
    `--token-auth-file=${join(folder, 'tokens.csv')}`,
    '--authorization-mode=RBAC',
    '--allow-privileged=true',
    '--disable-admission-plugins=ServiceAccount',
    ...extraFlags,
  ]);
  const call = (method, path, body, accept) => fetchJson({ folder, port: secure, accept }, method, path, body);
  for (let attempt = 0; attempt < 300; attempt++) {
    if (apiserver.exitCode !== null) throw new Error(`kube-apiserver stopped:\n${apiserver.log}`);
    const ready = await call('GET', '/readyz').catch(() => undefined);
    if (ready?.status === 200) return { call };
    await delay(200);
  }
  throw new Error(`kube-apiserver did not become ready:\n${apiserver.log}`);
}

async function fetchJson({ folder, port, accept = 'application/json' }, method, path, body) {
  const ca = readFileSync(join(folder, 'certs', 'apiserver.crt'));
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${TOKEN}`, accept };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, headers, ca, checkServerIdentity: () => undefined },
      (response) => {
        const chunks = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          // The index of OpenAPI v3 is JSON that calls itself text/plain.
          resolve({ status: response.statusCode, body: text.startsWith('{') ? JSON.parse(text) : text });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
