/** Two replicas of a bundled operator on a real API server; the main thread of the leader hangs. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ConfigMap } from '../../../src/k8s/core/v1/index.js';
import { Lease } from '../../../src/runtime/leader/lease.js';
import type { DeepReadonly } from '../../../src/runtime/object/readonly.js';
import { type ControlPlane, eventually, startControlPlane } from '../../../src/testing/index.js';
import { ensureBinaries } from '../../testing/real-binaries.js';

const root = path.resolve('.');
/** So long that a busy machine renews it in time. */
const times = { leaseDuration: '8s', renewDeadline: '6s', retryPeriod: '400ms' } as const;
const work = { name: 'work', namespace: 'default' };

let plane: ControlPlane;
let folder: string;
let program: string;
const replicas: Replica[] = [];

beforeAll(async () => {
  await ensureBinaries();
  folder = await mkdtemp(path.join(tmpdir(), 'lease-thread-'));
  program = await bundle();
  plane = await startControlPlane({ kind: 'envtest' });
  await writeFile(path.join(folder, 'kubeconfig'), plane.kubeconfig(), { mode: 0o600 });
}, 240_000);

afterEach(async () => {
  for (const { child } of replicas.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await plane.client.delete({ kind: ConfigMap, ...work });
  await plane.client.delete({ kind: Lease, name: 'hung.example.com', namespace: 'default' });
});

afterAll(async () => {
  await plane?.stop();
  await rm(folder, { recursive: true });
});

test('with a thread the leader keeps the lease while it computes, and its write goes through', async () => {
  const { leader, standby, release } = await hang({ thread: true });

  // Twenty renewals take as long as the lease does.
  const renewals = new Set<string>();
  await eventually(
    async () => {
      const { spec } = await readLease();
      renewals.add(spec?.renewTime ?? '');
      expect(spec?.holderIdentity).toBe('first');
      expect(renewals.size).toBeGreaterThan(20);
    },
    { timeoutMs: 120_000, intervalMs: 50 },
  );
  await release();

  await eventually(() => expect(leader.said).toContain('written'), { timeoutMs: 30_000 });
  expect(await writers()).toEqual(['by-first']);
  expect(standby.said).not.toContain('leads');
  // The main thread renews again, and still leads.
  const before = (await readLease()).spec;
  await eventually(async () => expect((await readLease()).spec?.renewTime).not.toBe(before?.renewTime), {
    timeoutMs: 30_000,
  });
  expect(before).toMatchObject({ holderIdentity: 'first', leaseTransitions: 0 });
  expect(leader.child.exitCode).toBeNull();
}, 240_000);

test.each([
  ['that hangs for longer than the limit', { hangLimit: '1s' }],
  ['without a thread', false],
])(
  'a leader %s is followed by another, and no stale write gets out',
  async (_, thread) => {
    const { leader, standby, release } = await hang({ thread });

    await eventually(() => expect(standby.said).toEqual(expect.arrayContaining(['leads', 'written'])), {
      timeoutMs: 60_000,
    });
    expect(leader.said).not.toContain('written');
    await release();

    // The last words may be read after the end.
    await eventually(() => expect([leader.child.exitCode, leader.said.at(-1)]).toEqual([1, 'refused']), {
      timeoutMs: 60_000,
    });
    expect(await writers()).toEqual(['by-second']);
  },
  240_000,
);

interface Replica {
  readonly child: ChildProcess;
  readonly said: string[];
}

/** A leader that computes, one who stands by, and how to end the computation. */
async function hang({ thread }: { thread: unknown }): Promise<{
  leader: Replica;
  standby: Replica;
  release: () => Promise<void>;
}> {
  const file = path.join(folder, `release-${JSON.stringify(thread).replaceAll(/\W/g, '')}`);
  const leader = startReplica({ IDENTITY: 'first', RELEASE_FILE: file, THREAD: JSON.stringify(thread) });
  await eventually(() => expect(leader.said).toContain('leads'), { timeoutMs: 60_000 });
  const standby = startReplica({ IDENTITY: 'second', THREAD: JSON.stringify(thread) });
  await plane.client.create(new ConfigMap({ metadata: work }));
  await eventually(() => expect(leader.said).toContain('computing'), { timeoutMs: 60_000 });
  return { leader, standby, release: () => writeFile(file, '') };
}

function startReplica(env: Record<string, string>): Replica {
  const said: string[] = [];
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      ...env,
      PATH: process.env['PATH'],
      KUBECONFIG: path.join(folder, 'kubeconfig'),
      LEASE: JSON.stringify(times),
    },
  });
  child.stdout.on('data', (chunk: Buffer) => said.push(...String(chunk).split('\n').filter(Boolean)));
  const replica = { child, said };
  replicas.push(replica);
  return replica;
}

async function readLease(): Promise<DeepReadonly<Lease>> {
  return plane.client.live.get(Lease, { name: 'hung.example.com', namespace: 'default' });
}

async function writers(): Promise<string[]> {
  const { metadata } = await plane.client.live.get(ConfigMap, work);
  return Object.keys(metadata.annotations ?? {});
}

/** One file, built as a scaffolded project builds it, alone in a folder. */
async function bundle(): Promise<string> {
  const project = path.join(root, 'node_modules', '.cache', `kbts-lease-thread-${process.pid}`);
  await mkdir(path.join(project, 'src'), { recursive: true });
  await copyFile(path.join(root, 'templates/init/scripts/build.mjs.hbs'), path.join(project, 'build.mjs'));
  await writeFile(
    path.join(project, 'src/main.ts'),
    `import ${JSON.stringify(path.join(root, 'test/runtime/leader/hung-manager.ts'))};\n`,
  );
  const outfile = path.join(folder, 'main.mjs');
  await promisify(execFile)(process.execPath, ['build.mjs', outfile], { cwd: project });
  await rm(project, { recursive: true });
  return outfile;
}
