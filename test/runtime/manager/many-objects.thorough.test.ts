/** The start of an operator with many objects that need nothing, on a real API server. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigMap, Namespace } from '../../../src/k8s/core/v1/index.js';
import { Lease } from '../../../src/runtime/leader/lease.js';
import { type ControlPlane, startControlPlane } from '../../../src/testing/index.js';
import { ensureBinaries } from '../../testing/real-binaries.js';

const OBJECTS = 1_000;
/** Below node_modules, where packages are found. */
const built = path.resolve('node_modules', '.cache', `kbts-many-objects-${process.pid}`);
let plane: ControlPlane;
let folder: string;

beforeAll(async () => {
  await ensureBinaries();
  folder = await mkdtemp(path.join(tmpdir(), 'many-objects-'));
  await mkdir(built, { recursive: true });
  await build({
    entryPoints: ['test/runtime/manager/settled-manager.ts'],
    outdir: built,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    packages: 'external',
  });
  plane = await startControlPlane({ kind: 'envtest' });
  await writeFile(path.join(folder, 'kubeconfig'), plane.kubeconfig(), { mode: 0o600 });
  await plane.client.create(new Namespace({ metadata: { name: 'many' } }));
  for (let from = 0; from < OBJECTS; from += 50)
    await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        plane.client.create(new ConfigMap({ metadata: { name: `settled-${from + index}`, namespace: 'many' } })),
      ),
    );
}, 240_000);

afterAll(async () => {
  await plane?.stop();
  await rm(folder, { recursive: true });
  await rm(built, { recursive: true });
});

test.each([1, 50])(
  'at concurrency %d probes are answered, the lease is renewed, and SIGTERM ends it in between',
  async (concurrency) => {
    const health = await freeAddress();
    const env = {
      PATH: process.env['PATH'],
      KUBECONFIG: path.join(folder, 'kubeconfig'),
      HEALTH: health,
      CONCURRENCY: String(concurrency),
      OBJECTS: String(OBJECTS),
    };
    const child = fork(path.join(built, 'settled-manager.js'), [], { env });
    const messages: { type: string; count?: number; longestMs?: number; isLeader?: boolean; done?: number }[] = [];
    child.on('message', (message: { type: string }) => messages.push(message));
    // Its last message may come after its end.
    const gone = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
    const seen = (type: string) => messages.find((message) => message.type === type);
    const until = async (type: string): Promise<void> => {
      while (!seen(type) && child.exitCode === null) await Promise.race([once(child, 'message'), gone]);
    };

    await until('first');
    const probes: number[] = [];
    const renewals = new Set<string | undefined>();
    // A busy machine answers few questions in the time of half the objects: the manager has work until it is told to end.
    const isEnough = (): boolean => seen('half') !== undefined && probes.length > 5 && renewals.size > 2;
    while (!isEnough() && child.exitCode === null) {
      probes.push((await fetch(`http://${health}/healthz`)).status);
      const lease = await plane.client.live.get(Lease, { name: 'settled.example.com', namespace: 'default' });
      renewals.add(lease.spec?.renewTime);
    }
    child.kill('SIGTERM');
    const [[code]] = await gone;

    const half = seen('half');
    expect(half?.isLeader).toBe(true);
    expect(half?.count).toBeGreaterThan(50);
    // 50 ms is the goal, which `bench/start-turns.mjs` judges with twenty times the objects; before, this was all one turn.
    expect(half?.longestMs).toBeLessThan(100);
    expect(new Set(probes)).toEqual(new Set([200]));
    expect(probes.length).toBeGreaterThan(5);
    expect(renewals.size).toBeGreaterThan(2);
    expect(code).toBe(0);
    expect(seen('stopped')?.done).toBeGreaterThan(OBJECTS / 2);
  },
  120_000,
);

/** An address that nobody listens on. */
async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `127.0.0.1:${port}`;
}
