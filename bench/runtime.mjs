// An operator on kbts against the same operator on controller-runtime, on one real kube-apiserver: for each of 2,000
// objects create a ConfigMap and update the status, with concurrency 1 and 10. Both run once per round, in turn, so the
// ratios hold on a busy machine, where absolute times do not. Needs Go and the real binaries (test/control-plane/build.mjs).
// Usage: node bench/runtime.mjs [objects] [rounds]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildControlPlane } from '../test/control-plane/build.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const objects = Number(process.argv[2] ?? 2000);
const rounds = Number(process.argv[3] ?? 1);
const work = mkdtempSync(path.join(tmpdir(), 'kbts-bench-'));
process.env.KUBEBUILDER_ASSETS = await buildControlPlane(['etcd', 'kube-apiserver']);

const require = `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`;
const bundle = (entry, outfile) =>
  build({
    entryPoints: [path.join(root, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    minify: true,
    banner: { js: require },
    logLevel: 'warning',
  });

async function prepare() {
  await bundle('bench/runtime-operator.ts', path.join(work, 'operator.mjs'));
  await bundle('src/testing/index.ts', path.join(work, 'testing.mjs'));
  const peer = process.env.KBTS_BENCH_PEER ?? path.join(work, 'peer');
  if (!existsSync(peer)) {
    const folder = path.join(root, 'bench/peers/controller-runtime');
    const { status } = spawnSync('go', ['build', '-o', peer, '.'], { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error('the Go operator could not be built; is Go installed?');
  }
  return { kbts: [process.execPath, path.join(work, 'operator.mjs')], 'controller-runtime': [peer] };
}

async function measure(plane, command, { namespace, concurrency }) {
  const env = { ...process.env, KUBECONFIG: path.join(work, 'kubeconfig'), BENCH_NAMESPACE: namespace };
  Object.assign(env, { BENCH_OBJECTS: String(objects), BENCH_CONCURRENCY: String(concurrency) });
  const child = spawn(command[0], command.slice(1), { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let log = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (log += chunk));
  const [code] = await once(child, 'exit');
  const line = out.split('\n').find((text) => text.startsWith('{"') && text.includes('p99Ms'));
  if (code !== 0 || !line)
    throw new Error(`${command.join(' ')} ended with ${code}: ${log.slice(-2000)}${out.slice(-2000)}`);
  return JSON.parse(line);
}

async function seed(plane, namespace) {
  const { client } = plane;
  await client.create({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  const names = Array.from({ length: objects }, (_, index) => `book-${index}`);
  const worker = async () => {
    for (let name = names.pop(); name; name = names.pop())
      await client.create({
        apiVersion: 'library.example.com/v1',
        kind: 'Book',
        metadata: { name, namespace },
        spec: { pages: 7 },
      });
  };
  await Promise.all(Array.from({ length: 20 }, worker));
}

const shown = (value) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));

const programs = await prepare();
const { startControlPlane } = await import(pathToFileURL(path.join(work, 'testing.mjs')).href);
const plane = await startControlPlane({
  kind: 'envtest',
  crds: [path.join(root, 'test/runtime/controller/testdata/books.yaml')],
});
writeFileSync(path.join(work, 'kubeconfig'), plane.kubeconfig(), { mode: 0o600 });
try {
  let run = 0;
  for (const concurrency of [1, 10]) {
    for (let round = 0; round < rounds; round++) {
      const results = {};
      // Who goes first changes with every round.
      const order = Object.keys(programs);
      if (run % 2 === 1) order.reverse();
      for (const name of order) {
        const namespace = `bench-${run++}`;
        await seed(plane, namespace);
        results[name] = await measure(plane, programs[name], { namespace, concurrency });
      }
      const { kbts, 'controller-runtime': peer } = results;
      console.log(`\nconcurrency ${concurrency}, ${objects} objects`);
      console.log('                    objects/s  p50 ms  p99 ms  writes/object  RSS MB  CPU s');
      for (const [name, r] of Object.entries(results))
        console.log(
          `${name.padEnd(18)}  ${shown(objects / r.seconds).padStart(9)}  ${shown(r.p50Ms).padStart(6)}  ${shown(r.p99Ms).padStart(6)}  ${shown(r.writes / objects).padStart(13)}  ${shown(r.rssMb).padStart(6)}  ${shown(r.cpuSeconds).padStart(5)}`,
        );
      console.log(
        `kbts / controller-runtime: ${(peer.seconds / kbts.seconds).toFixed(2)}x objects/s, ${(kbts.rssMb / peer.rssMb).toFixed(2)}x RSS, ${(kbts.cpuSeconds / peer.cpuSeconds).toFixed(2)}x CPU`,
      );
    }
  }
} finally {
  await plane.stop();
  rmSync(work, { recursive: true });
}
