// What the start of an operator with many settled objects does to its event loop: the longest turn, probes, the lease and a
// stop by SIGTERM, at concurrency 1 and 50. Objects live in the embedded control plane, in a process of its own. A turn is
// measured in wall time and in processor time of the process, as a busy machine makes turns long that compute little; the
// shorter counts. A lease must not be older than its 15 s when all objects are reconciled. Exits with 1 when a goal is missed.
// Usage: node bench/start-turns.mjs [objects] [concurrency]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  controller,
  createManager,
  defineKind,
  loadClusterConfig,
  signalHandler,
  silentLogger,
} from '../dist/runtime/index.js';
import { verdict } from './measure.mjs';

const GRACE_MS = 30_000;
const Book = defineKind({
  group: 'library.example.com',
  version: 'v1',
  kind: 'Book',
  plural: 'books',
  scope: 'Namespaced',
});

const Lease = defineKind({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  scope: 'Namespaced',
});

/** The operator: every reconcile reads its object and finds nothing to do. */
async function operate({ kubeconfig, concurrency, objects, port }) {
  const manager = await createManager({
    config: await loadClusterConfig({ kubeconfig }),
    log: silentLogger,
    leaderElection: { id: 'bench.example.com', namespace: 'default' },
    health: { bind: `127.0.0.1:${port}` },
  });
  const turns = { count: 0, longestMs: 0, longestCpuMs: 0 };
  let last = performance.now();
  let lastCpu = process.cpuUsage();
  const turn = () => {
    const now = performance.now();
    const cpu = process.cpuUsage(lastCpu);
    turns.count++;
    turns.longestMs = Math.max(turns.longestMs, now - last);
    turns.longestCpuMs = Math.max(turns.longestCpuMs, (cpu.user + cpu.system) / 1000);
    last = now;
    lastCpu = process.cpuUsage();
    setImmediate(turn);
  };
  let done = 0;
  manager.add(
    controller(Book)
      .options({ concurrency })
      .reconcile(async ({ metadata }, { client }) => {
        await client.find(Book, metadata);
        if (++done === objects) process.send({ type: 'settled', turns });
      }),
  );
  setImmediate(turn);
  await manager.start(signalHandler());
  process.send({ type: 'stopped', isLeader: manager.isLeader() }, () => process.exit(0));
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Asks /healthz again and again until the signal; how often it answered after its first answer, and how often not. */
async function probe(port, signal) {
  const counts = { answers: 0, failures: 0 };
  while (!signal.aborted) {
    const status = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.status,
      () => 0,
    );
    if (status === 200) counts.answers++;
    else if (counts.answers > 0 && !signal.aborted) counts.failures++;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return counts;
}

async function measure({ kubeconfig, concurrency, objects, client }) {
  const port = await freePort();
  const settings = JSON.stringify({ kubeconfig, concurrency, objects, port });
  const child = fork(fileURLToPath(import.meta.url), ['operate', settings]);
  const settledOrNot = new AbortController();
  const probing = probe(port, settledOrNot.signal);
  const [settled] = await once(child, 'message');
  settledOrNot.abort();
  const probes = await probing;
  const lease = await client.get(Lease, { namespace: 'default', name: 'bench.example.com' });
  const leaseSeconds = (Date.now() - Date.parse(lease.spec.renewTime)) / 1000;
  const killedAt = performance.now();
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  return { concurrency, ...settled.turns, ...probes, leaseSeconds, code, stopMs: performance.now() - killedAt };
}

function report(objects, row) {
  const { concurrency, count, longestMs, longestCpuMs, answers, failures, leaseSeconds, code, stopMs } = row;
  console.log(
    `${objects} objects, concurrency ${concurrency}: ${count} turns, the longest ${longestMs.toFixed(0)} ms (${longestCpuMs.toFixed(0)} ms ` +
      `of processor time); /healthz answered ${answers} times; SIGTERM: exit ${code} after ${stopMs.toFixed(0)} ms`,
  );
  const what = `start with ${objects} objects, concurrency ${concurrency}`;
  verdict({ what: `${what}: longest turn`, value: Math.min(longestMs, longestCpuMs), most: 50, unit: ' ms' });
  verdict({ what: `${what}: probes without answer`, value: answers > 0 ? failures : 1, most: 0, unit: '' });
  verdict({ what: `${what}: age of the lease`, value: leaseSeconds, most: 15, unit: ' s' });
  verdict({ what: `${what}: stop`, value: code === 0 ? stopMs : Infinity, most: GRACE_MS, unit: ' ms' });
}

async function main(objects, concurrencies) {
  const { startControlPlane } = await import('../dist/testing/index.js');
  const folder = mkdtempSync(path.join(tmpdir(), 'kbts-turns-'));
  const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }];
  const names = { kind: 'Book', plural: 'books', singular: 'book', listKind: 'BookList' };
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'books.library.example.com' },
    spec: { group: 'library.example.com', scope: 'Namespaced', names, versions },
  };
  const file = path.join(folder, 'crd.yaml');
  writeFileSync(file, JSON.stringify(crd));
  const plane = await startControlPlane({ kind: 'embedded', crds: [file] });
  const kubeconfig = path.join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, plane.kubeconfig());
  const book = (index) =>
    new Book({ metadata: { namespace: 'default', name: `book-${index}` }, spec: { pages: index } });
  for (let from = 0; from < objects; from += 100)
    await Promise.all(
      Array.from({ length: Math.min(100, objects - from) }, (_, index) => plane.client.create(book(from + index))),
    );
  for (const concurrency of concurrencies)
    report(objects, await measure({ kubeconfig, concurrency, objects, client: plane.client }));
  await plane.stop();
  rmSync(folder, { recursive: true });
}

if (process.argv[2] === 'operate') await operate(JSON.parse(process.argv[3]));
else await main(Number(process.argv[2] ?? 20_000), process.argv[3] ? [Number(process.argv[3])] : [1, 50]);
