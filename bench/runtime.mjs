// An operator on kbts against the same operator on controller-runtime, on one real kube-apiserver: for each of 2,000
// objects create a ConfigMap and update the status, with concurrency 1 and 10. Both run once per round, in turn, so the
// ratios hold on a busy machine, where absolute times do not. CPU is that of the operator alone, from its start to its last
// object; "warm" is the second half of the objects. Exits with 1 when kbts does fewer objects per second.
// Needs Go and the real binaries (test/control-plane/build.mjs). Usage: node bench/runtime.mjs [objects] [rounds]
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildControlPlane } from '../test/control-plane/build.mjs';
import { median } from './measure.mjs';
import { bundle, inTurn, programs, run, table } from './peer.mjs';

const root = path.dirname(import.meta.dirname);
const objects = Number(process.argv[2] ?? 2000);
const rounds = Number(process.argv[3] ?? 2);
const work = mkdtempSync(path.join(tmpdir(), 'kbts-bench-'));
const names = ['kbts', 'controller-runtime'];
const figures = ['seconds', 'p50Ms', 'p99Ms', 'writes', 'rssMb', 'cpuSeconds', 'warmCpuSeconds', 'warmSeconds'];
process.env.KUBEBUILDER_ASSETS = await buildControlPlane(['etcd', 'kube-apiserver']);

async function seed(plane, namespace) {
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

/** Medians of all rounds with one concurrency. */
async function measure(plane, both, concurrency) {
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const name of inTurn(round, names)) {
      const namespace = `bench-${concurrency}-${round}-${name}`;
      await seed(plane, namespace);
      const variables = { BENCH_NAMESPACE: namespace, BENCH_OBJECTS: objects, BENCH_CONCURRENCY: concurrency };
      results[name].push(await run(both[name], { KUBECONFIG: path.join(work, 'kubeconfig'), ...variables }));
    }
  const middle = (name, key) => median(results[name].map((result) => result[key]));
  return Object.fromEntries(
    names.map((name) => [name, Object.fromEntries(figures.map((key) => [key, middle(name, key)]))]),
  );
}

function report(concurrency, medians) {
  console.log(`\nconcurrency ${concurrency}, ${objects} objects, median of ${rounds} rounds`);
  table(medians, {
    'objects/s': (r) => objects / r.seconds,
    'warm objects/s': (r) => objects / 2 / r.warmSeconds,
    'p50 ms': (r) => r.p50Ms,
    'p99 ms': (r) => r.p99Ms,
    'writes/object': (r) => r.writes / objects,
    'peak RSS MB': (r) => r.rssMb,
    'CPU s': (r) => r.cpuSeconds,
    'warm CPU ms/obj': (r) => (r.warmCpuSeconds * 2000) / objects,
  });
  const { kbts, 'controller-runtime': peer } = medians;
  const ratio = peer.seconds / kbts.seconds;
  const times = (key) => `${(kbts[key] / peer[key]).toFixed(2)}x`;
  console.log(
    `kbts / controller-runtime: ${ratio.toFixed(2)}x objects/s (budget: at least 1x) ${ratio >= 1 ? 'ok' : 'UNDER'}; ` +
      `${times('rssMb')} RSS, ${times('cpuSeconds')} CPU, ${times('warmCpuSeconds')} CPU when warm`,
  );
  if (ratio < 1) process.exitCode = 1;
}

const both = await programs(work, 'bench/runtime-operator.ts');
const { startControlPlane } = await import(
  pathToFileURL(await bundle('src/testing/index.ts', path.join(work, 'testing.mjs'))).href
);
const crds = [path.join(root, 'test/runtime/controller/testdata/books.yaml')];
const plane = await startControlPlane({ kind: 'envtest', crds });
writeFileSync(path.join(work, 'kubeconfig'), plane.kubeconfig(), { mode: 0o600 });
try {
  for (const concurrency of [1, 10]) report(concurrency, await measure(plane, both, concurrency));
} finally {
  await plane.stop();
  rmSync(work, { recursive: true });
}
