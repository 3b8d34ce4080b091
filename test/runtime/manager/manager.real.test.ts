/** Managers on a real API server: start, stop, trouble and recovery. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { CacheSyncError } from '../../../src/runtime/cache/cache-error.js';
import { is } from '../../../src/runtime/client/requests/api-error.js';
import { controller } from '../../../src/runtime/controller/builder.js';
import type { Request } from '../../../src/runtime/controller/reconcile.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { managerFlags } from '../../../src/runtime/manager/flags/flags.js';
import { createManager, type Manager } from '../../../src/runtime/manager/manager.js';
import type { ManagerOptions } from '../../../src/runtime/manager/manager-options.js';
import { defineKind } from '../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { type ControlPlane, eventually, startControlPlane } from '../../../src/testing/index.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { Book, ConfigMap, Namespace } from '../controller/library.js';
import { type LogLine, recordingLogger } from '../controller/fake-host.js';

const CRD = 'test/runtime/controller/testdata/books.yaml';
const Definition = defineKind<KubeObject>({
  group: 'apiextensions.k8s.io',
  version: 'v1',
  kind: 'CustomResourceDefinition',
  plural: 'customresourcedefinitions',
  scope: 'Cluster',
});
/** So long that a busy machine renews it in time, and that who follows within `patience` did not wait for its end. */
const LEASE = { leaseDuration: '1m', renewDeadline: '40s', retryPeriod: '200ms' } as const;
const patience = { timeoutMs: 30_000 };

let plane: ControlPlane;
let folder: string;
const running: { stop: AbortController; ended: Promise<void>; manager: Manager }[] = [];

beforeAll(async () => {
  await ensureBinaries();
  folder = await mkdtemp(path.join(tmpdir(), 'manager-'));
  plane = await startControlPlane({ kind: 'envtest', isDurable: true });
});
afterEach(async () => {
  for (const { stop, ended } of running.splice(0)) {
    stop.abort();
    await ended.catch(() => undefined);
  }
});
afterAll(async () => {
  await plane?.stop();
  await rm(folder, { recursive: true });
});

async function make(options: ManagerOptions = {}): Promise<Manager> {
  return createManager({ config: plane.config, log: silentLogger, ...options });
}

function start(manager: Manager): { stop: AbortController; ended: Promise<void> } {
  const stop = new AbortController();
  const ended = manager.start(stop.signal);
  ended.catch(() => undefined);
  running.push({ stop, ended, manager });
  return { stop, ended };
}

/** A controller that writes down what it reconciles. */
function watchBooks(manager: Manager, seen: string[], more: { name?: string } = {}): void {
  controller(manager, more.name)
    .for(Book)
    .complete({ reconcile: async ({ name }) => void seen.push(name) });
}

const book = (name: string) => new Book({ metadata: { namespace: 'default', name } });

/** An address that nobody listens on. */
async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `127.0.0.1:${port}`;
}

test('the main of a generated project: flags, kubeconfig, probes, metrics, a reconcile, and a clean end', async () => {
  await plane.install(CRD);
  const kubeconfig = path.join(folder, 'kubeconfig');
  await writeFile(kubeconfig, plane.kubeconfig(), { mode: 0o600 });
  const health = await freeAddress();
  const metrics = await freeAddress();
  const flags = [
    `--kubeconfig=${kubeconfig}`,
    `--health-probe-bind-address=${health}`,
    `--metrics-bind-address=${metrics}`,
    '--metrics-secure=false',
    '--leader-elect',
  ];
  const options = managerFlags(flags, {
    leaderElection: { id: 'main.example.com', namespace: 'default', ...LEASE },
  });
  const manager = await createManager({ ...options, log: silentLogger });
  const seen: string[] = [];
  watchBooks(manager, seen);

  const { stop, ended } = start(manager);
  await plane.client.create(book('first'));
  await eventually(() => expect(seen).toContain('first'), patience);

  expect((await fetch(`http://${health}/healthz`)).status).toBe(200);
  expect(await (await fetch(`http://${health}/readyz?verbose`)).text()).toContain('[+]cache ok');
  const text = await (await fetch(`http://${metrics}/metrics`)).text();
  expect(text).toMatch(/controller_runtime_reconcile_total\{controller="book",result="success"\} [1-9]/);
  expect(text).toMatch(/rest_client_requests_total\{code="200",method="GET",host="127.0.0.1:\d+"\}/);
  expect(text).toContain('leader_election_master_status{name="main.example.com"} 1');
  stop.abort();
  await ended;
  await expect(fetch(`http://${health}/healthz`)).rejects.toThrow();
});

test('§3.9.1 §17.1.1 a reconciler reads its own writes, 200 times in a row', async () => {
  await plane.install(CRD);
  const manager = await make();
  const { stop, ended } = start(manager);
  await manager.elected;
  const { client } = manager;
  await client.list(ConfigMap, { namespace: 'default' });
  const stale: string[] = [];

  for (let round = 0; round < 50; round++) {
    const key = { namespace: 'default', name: `own-${round}` };
    await client.create(new ConfigMap({ metadata: key, data: { n: '0' } }));
    if ((await client.find(ConfigMap, key))?.data?.['n'] !== '0') stale.push(`create ${round}`);
    await client.patch({ kind: ConfigMap, ...key }, { type: 'merge', body: { data: { n: '1' } } });
    if ((await client.get(ConfigMap, key)).data?.['n'] !== '1') stale.push(`patch ${round}`);
    await client.apply(ConfigMap, { metadata: key, data: { m: '2' } }, { fieldManager: 'test' });
    if ((await client.get(ConfigMap, key)).data?.['m'] !== '2') stale.push(`apply ${round}`);
    await client.delete({ kind: ConfigMap, ...key });
    const left = await client.list(ConfigMap, { namespace: 'default' });
    if (left.items.some(({ metadata }) => metadata.name === key.name)) stale.push(`delete ${round}`);
  }
  stop.abort();
  await ended;

  expect(stale).toEqual([]);
});

test('§1.3.10 §5.2.2 §18.2.1 no right to watch: the manager ends with an error that names controller, kind and cause', async () => {
  await plane.install(CRD);
  const config = await plane.addUser({ name: 'nobody' });
  const lines: LogLine[] = [];
  const manager = await make({ config, log: recordingLogger(lines), controllers: { cacheSyncTimeout: '5s' } });
  watchBooks(manager, []);

  const { ended } = start(manager);

  await expect(ended).rejects.toThrow(
    /controller "book": source "kind Book" was not in sync within 5 s; Book: .*User "nobody" cannot (list|watch) resource "books"/,
  );
  expect(lines.find(({ message }) => message === 'cannot list or watch')?.fields).toMatchObject({ kind: 'Book' });
});

test('§3.8.4 §18.2.2 no right to read: a read fails at once with the cause, and other reads go on', async () => {
  const config = await plane.addUser({ name: 'reader' });
  const manager = await make({ config });
  start(manager);
  await manager.elected;

  const error: unknown = await manager.client.list(ConfigMap).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(CacheSyncError);
  expect(is.forbidden(error)).toBe(true);
  expect(String(error)).toMatch(/cache of ConfigMap \(v1\) is not filled: .*User "reader"/);
});

test('§7.4.1 §18.2.3 §21.1.8 a kind that is not installed ends its controller, unless it is optional', async () => {
  const Scroll = defineKind<KubeObject>({
    group: 'library.example.com',
    version: 'v1',
    kind: 'Scroll',
    plural: 'scrolls',
    scope: 'Namespaced',
  });
  const strict = await make({ controllers: { cacheSyncTimeout: '5s' } });
  controller(strict)
    .for(Scroll)
    .complete({ reconcile: async () => undefined });
  await expect(start(strict).ended).rejects.toThrow(/source "kind Scroll" was not in sync within 5 s; Scroll: /);

  await plane.install(CRD);
  const seen: string[] = [];
  const lenient = await make();
  controller(lenient)
    .for(Book)
    .owns(Scroll, { optional: true })
    .complete({ reconcile: async ({ name }) => void seen.push(name) });
  start(lenient);
  await plane.client.create(book('with-optional'));

  await eventually(() => expect(seen).toContain('with-optional'), patience);
});

test('§3.10.3 §18.2.4 a CRD that is deleted while running stops nothing else, and its controller goes on when it is back', async () => {
  await plane.install(CRD);
  const books: string[] = [];
  const maps: string[] = [];
  const manager = await make({ health: { bind: await freeAddress() } });
  watchBooks(manager, books);
  controller(manager)
    .for(ConfigMap)
    .complete({ reconcile: async ({ name }) => void maps.push(name) });
  const { ended } = start(manager);
  await plane.client.create(book('before'));
  await eventually(() => expect(books).toContain('before'), patience);

  await plane.client.delete({ kind: Definition, name: 'books.library.example.com' });
  await eventually(
    () => expect(manager.cache.health.find(({ kind }) => kind === 'Book')?.state).toBe('failing'),
    patience,
  );
  await plane.client.create(new ConfigMap({ metadata: { namespace: 'default', name: 'meanwhile' } }));
  await eventually(() => expect(maps).toContain('meanwhile'), patience);
  const name = 'books.library.example.com';
  await eventually(async () => expect(await plane.client.find(Definition, { name })).toBeUndefined(), patience);
  await plane.install(CRD);
  await plane.client.create(book('after'));

  await eventually(() => expect(books).toContain('after'), { timeoutMs: 60_000 });
  expect(await Promise.race([ended.then(() => 'ended'), Promise.resolve('running')])).toBe('running');
}, 180_000);

test('§20.1.4 no event is lost over a restart of API server and etcd', async () => {
  await plane.install(CRD);
  const seen: string[] = [];
  const manager = await make();
  watchBooks(manager, seen);
  start(manager);
  await plane.client.create(book('restart-0'));
  await eventually(() => expect(seen).toContain('restart-0'), patience);

  await plane.processes?.stop('kube-apiserver', 'SIGKILL');
  await plane.processes?.stop('etcd', 'SIGKILL');
  await plane.processes?.start('etcd');
  await plane.processes?.start('kube-apiserver');
  await eventually(() => plane.client.create(book('restart-1')), { timeoutMs: 30_000 });

  await eventually(() => expect(seen).toContain('restart-1'), { timeoutMs: 60_000 });
}, 180_000);

test('§1.3.4 §1.4.7 two managers with leader election: one works, and the other takes over at once when it ends', async () => {
  await plane.install(CRD);
  const seen: string[][] = [[], []];
  const managers = await Promise.all(
    seen.map(async (list, index) => {
      const manager = await make({
        leaderElection: { id: 'two.example.com', namespace: 'default', identity: `m${index}`, ...LEASE },
      });
      watchBooks(manager, list);
      return { manager, ...start(manager) };
    }),
  );
  const first = await Promise.race(managers.map(async ({ manager }, index) => manager.elected.then(() => index)));
  const second = 1 - first;
  await plane.client.create(book('lead-1'));
  await eventually(() => expect(seen[first]).toContain('lead-1'), patience);
  expect(seen[second]).toEqual([]);
  expect(managers.map(({ manager }) => manager.isLeader())).toEqual([first === 0, first === 1]);

  managers[first]?.stop.abort();
  await managers[first]?.ended;
  await plane.client.create(book('lead-2'));

  await eventually(() => expect(seen[second]).toContain('lead-2'), patience);
  expect(seen[first]).not.toContain('lead-2');
});

test('§5.3.8 a reconcile that runs when the stop begins can still write', async () => {
  await plane.install(CRD);
  const manager = await make();
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  controller(manager)
    .for(Book)
    .complete({
      async reconcile({ name }: Request, { client, stopping }) {
        if (name !== 'slow') return;
        begin();
        await new Promise<void>((resolve) =>
          stopping.aborted ? resolve() : stopping.addEventListener('abort', () => resolve(), { once: true }),
        );
        await client.status.patch(
          { kind: Book, namespace: 'default', name },
          { type: 'merge', body: { status: { read: 7 } } },
        );
      },
    });
  const { stop, ended } = start(manager);
  await plane.client.create(book('slow'));
  await begun;

  stop.abort();
  await ended;

  expect((await plane.client.get(Book, { namespace: 'default', name: 'slow' })).status?.read).toBe(7);
});

test('§21.1.7 several clusters: a controller watches another one, and requests say which', async () => {
  await plane.install(CRD);
  await plane.client.apply(Namespace, { metadata: { name: 'east' } }, { fieldManager: 'test' });
  const manager = await make();
  manager.addCluster('east', { config: plane.config, cache: { default: { namespaces: ['east'] } } });
  const seen: Request[] = [];
  controller(manager)
    .for(Book, { cluster: 'east' })
    .complete({
      async reconcile(request, { client }) {
        await client.get(Book, request);
        seen.push(request);
      },
    });
  start(manager);

  await plane.client.create(new Book({ metadata: { namespace: 'east', name: 'far' } }));

  await eventually(() => expect(seen).toEqual([{ cluster: 'east', namespace: 'east', name: 'far' }]), patience);
});
