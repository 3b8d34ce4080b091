// An operator on kbts against the same operator on controller-runtime, on one real kube-apiserver: for each object create
// a ConfigMap and update the status. Rows are 2,000 and 10,000 objects with concurrency 1, 10 and 50. Both programs run
// once per round, in turn, so the ratios hold on a busy machine, where absolute times do not. CPU is that of the operator
// alone; "warm" is the second half of the objects. kbts has the flags of a scaffolded Deployment, controller-runtime none,
// as kubebuilder sets none. Prints a table of all goals; exits with 1 when one is missed.
// Needs Go and the real binaries (test/control-plane/build.mjs).
// Usage: node bench/runtime.mjs [objects] [rounds] [concurrency], such as 10000 1 50 for one round of one row
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildControlPlane } from '../test/control-plane/build.mjs';
import { judge, median } from './measure.mjs';
import { bundle, inTurn, programs, run, scaffoldedFlags, table } from './peer.mjs';

const root = path.dirname(import.meta.dirname);
const sizes = process.argv[2] ? [Number(process.argv[2])] : [2000, 10_000];
const rounds = Number(process.argv[3] ?? 3);
const concurrencies = process.argv[4] ? [Number(process.argv[4])] : [1, 10, 50];
const work = mkdtempSync(path.join(tmpdir(), 'kbts-bench-'));
const names = ['kbts', 'controller-runtime'];
const figures = ['seconds', 'p50Ms', 'p99Ms', 'writes', 'rssMb', 'cpuSeconds', 'warmCpuSeconds', 'warmSeconds'];
process.env.KUBEBUILDER_ASSETS = await buildControlPlane(['etcd', 'kube-apiserver']);

async function seed(plane, namespace, objects) {
  const { client } = plane;
  await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const left = Array.from({ length: objects }, (_, index) => `book-${index}`);
  const worker = async () => {
    for (let name = left.pop(); name; name = left.pop())
      await client.create({
        apiVersion: 'library.example.com/v1',
        kind: 'Book',
        metadata: { name, namespace },
        spec: { pages: 7 },
      });
  };
  await Promise.all(Array.from({ length: 20 }, worker));
}

/** Medians of all rounds of one row. */
async function measure(plane, both, { objects, concurrency }) {
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of inTurn(round, names)) {
      const namespace = `bench-${objects}-${concurrency}-${round}-${name}`;
      await seed(plane, namespace, objects);
      const variables = { BENCH_NAMESPACE: namespace, BENCH_OBJECTS: objects, BENCH_CONCURRENCY: concurrency };
      results[name].push(await run(both[name], { KUBECONFIG: path.join(work, 'kubeconfig'), ...variables }));
    }
  const middle = (name, key) => median(results[name].map((result) => result[key]));
  return Object.fromEntries(
    names.map((name) => [name, Object.fromEntries(figures.map((key) => [key, middle(name, key)]))]),
  );
}

function report({ objects, concurrency }, medians) {
  console.log(`\nconcurrency ${concurrency}, ${objects} objects, median of ${rounds} rounds`);
  table(medians, {
    'objects/s': (r) => objects / r.seconds,
    'warm objects/s': (r) => objects / 2 / r.warmSeconds,
    'p50 ms': (r) => r.p50Ms,
    'p99 ms': (r) => r.p99Ms,
    'writes/object': (r) => r.writes / objects,
    'peak RSS MB': (r) => r.rssMb,
    'CPU s': (r) => r.cpuSeconds,
    'warm CPU ms/obj': (r) => warmCpuMs(r, objects),
  });
}

function warmCpuMs({ warmCpuSeconds }, objects) {
  return (warmCpuSeconds * 2000) / objects;
}

/** What a row has to reach: kbts divided by controller-runtime, and one absolute figure. */
function goalsOf({ objects, concurrency }, { kbts, 'controller-runtime': peer }) {
  const row = `${objects} objects, concurrency ${concurrency}`;
  const goals = [
    { what: `${row}: objects/s`, value: peer.seconds / kbts.seconds, least: 1 },
    { what: `${row}: p99 of a reconcile`, value: kbts.p99Ms / peer.p99Ms, most: 1.2 },
    { what: `${row}: CPU per object, warm`, value: kbts.warmCpuSeconds / peer.warmCpuSeconds, most: 1.2 },
    { what: `${row}: CPU per object, warm`, value: warmCpuMs(kbts, objects), most: 1, unit: ' ms' },
  ];
  if (objects < 10_000) return goals;
  return [...goals, { what: `${row}: peak memory`, value: kbts.rssMb / peer.rssMb, most: 1.6 }];
}

const both = await programs(work, 'bench/runtime-operator.ts', Object.values(scaffoldedFlags()));
const { startControlPlane } = await import(
  pathToFileURL(await bundle('src/testing/index.ts', path.join(work, 'testing.mjs'))).href
);
const crds = [path.join(root, 'test/runtime/controller/testdata/books.yaml')];
const plane = await startControlPlane({ kind: 'envtest', crds });
writeFileSync(path.join(work, 'kubeconfig'), plane.kubeconfig(), { mode: 0o600 });
try {
  const goals = [];
  for (const objects of sizes)
    for (const concurrency of concurrencies) {
      const row = { objects, concurrency };
      const medians = await measure(plane, both, row);
      report(row, medians);
      goals.push(...goalsOf(row, medians));
    }
  judge(goals);
} finally {
  await plane.stop();
  rmSync(work, { recursive: true });
}
