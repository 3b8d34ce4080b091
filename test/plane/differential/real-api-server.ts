/** A real etcd and kube-apiserver for comparison; KBTS_REAL_API and KBTS_REAL_TOKEN name one that runs already. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startControlPlane } from '../../../src/testing/start-control-plane.js';

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
  const tokens = join(folder, 'tokens.csv');
  await writeFile(tokens, 'admintok,admin,1,"system:masters"\nalicetok,alice,2,"devs"\n');
  const plane = await startControlPlane({ kind: 'envtest', apiServerFlags: [`--token-auth-file=${tokens}`] });
  return {
    server: plane.config.server,
    token: 'admintok',
    stop: async () => {
      await plane.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
