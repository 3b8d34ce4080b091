/** Runs the real kubectl. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from './api-client.js';
import { binary } from './real-api-server.js';

/** What a run left. */
export interface Output {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const caches = new WeakMap<ApiClient, string>();

function cacheOf(client: ApiClient): string {
  const folder = caches.get(client) ?? mkdtempSync(join(tmpdir(), 'kbts-kubectl-cache-'));
  if (!caches.has(client)) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  caches.set(client, folder);
  return folder;
}

/** Runs kubectl as the admin of a server. */
export function runKubectl(client: ApiClient, args: readonly string[], stdin?: unknown): Promise<Output> {
  const access = [
    `--server=${client.server}`,
    `--token=${client.token}`,
    '--insecure-skip-tls-verify',
    // What kubectl remembers of a server would be taken for that of another one that later got the same port.
    `--cache-dir=${cacheOf(client)}`,
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(binary('kubectl'), [...args, ...access], { env: { ...process.env, KUBECONFIG: '/dev/null' } });
    const output = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString('utf8')));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? -1, ...output }));
    child.stdin.end(stdin === undefined ? '' : JSON.stringify(stdin));
  });
}
