// What kbts/runtime costs before it does anything, measured on dist/ as users get it (built first when it is not there):
//  - `import 'kbts/runtime'` over an empty ES module: wall time, CPU time, memory;
//  - an operator bundled as `kbts init` scaffolds it (one file): its size, what it carries, the same costs until the point
//    where it would connect, and the memory of an idle manager with one controller, probes, metrics and leader election.
// Rounds are interleaved; times are the best of all rounds, which other processes can spoil the least.
// Exits with 1 over budget. Usage: node bench/runtime-footprint.mjs [rounds]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { median, verdict } from './measure.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.argv[2] ?? 15);
// This variable makes Node 20 read certificates at every start, which has nothing to do with us.
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;

/** The settings of a scaffolded project's scripts/build.mjs. */
async function bundle(work, contents, name) {
  const outfile = path.join(work, name);
  const { metafile } = await build({
    stdin: { contents, resolveDir: root },
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    keepNames: true,
    minifySyntax: true,
    minifyWhitespace: true,
    metafile: true,
    banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
    define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
    logLevel: 'warning',
  });
  const carried = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  return { outfile, inputs: carried.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([file]) => file) };
}

/** Wall and CPU milliseconds and megabytes of a process that runs `code`. */
function cost(code) {
  const report = `const { user, system } = process.cpuUsage(); process.stdout.write(JSON.stringify([(user + system) / 1000, process.memoryUsage().rss / 1048576]));`;
  const began = performance.now();
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', `${code};${report}`], {
    encoding: 'utf8',
    env,
  });
  const wall = performance.now() - began;
  if (stdout === '') throw new Error(stderr);
  const [cpu, rss] = JSON.parse(stdout);
  return { wall, cpu, rss };
}

const operatorSource = (start) => `
import { controller, createManager, defineKind, managerFlags, signalHandler } from 'kbts/runtime';
const ConfigMap = defineKind({ group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' });
export async function main(args) {
  const manager = await createManager(managerFlags(args, { leaderElection: { id: 'idle', namespace: 'default' } }));
  manager.add(controller(ConfigMap).reconcile(async () => undefined));
  setTimeout(() => {
    process.stdout.write(String(process.memoryUsage().rss / 1048576));
    process.kill(process.pid, 'SIGTERM');
  }, 10_000);
  await manager.start(signalHandler());
}
${start ? 'await main(process.argv.slice(2));' : ''}`;

async function idleRss(work, operator) {
  const { startControlPlane } = await import(pathToFileURL(path.join(root, 'dist/testing/index.js')).href);
  const plane = await startControlPlane({ kind: 'embedded' });
  const kubeconfig = path.join(work, 'kubeconfig');
  writeFileSync(kubeconfig, plane.kubeconfig(), { mode: 0o600 });
  const flags = ['--leader-elect', '--health-probe-bind-address=127.0.0.1:0', '--metrics-bind-address=127.0.0.1:0'];
  const settings = { env: { ...env, KUBECONFIG: kubeconfig }, stdio: ['ignore', 'pipe', 'ignore'] };
  const child = spawn(process.execPath, [operator, ...flags], settings);
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  const [code] = await once(child, 'exit');
  await plane.stop();
  if (code !== 0) throw new Error(`the idle operator ended with ${code}`);
  return Number(out);
}

function measureImports(files) {
  const cases = Object.entries(files).map(([name, file]) => [
    name,
    file === '' ? '' : `await import(${JSON.stringify(pathToFileURL(file).href)})`,
  ]);
  const results = Object.fromEntries(cases.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round++) for (const [name, code] of cases) results[name].push(cost(code));
  return Object.fromEntries(
    Object.entries(results).map(([name, costs]) => [
      name,
      Object.fromEntries(
        ['wall', 'cpu', 'rss'].map((unit) => [
          unit,
          unit === 'rss' ? median(costs.map((one) => one.rss)) : Math.min(...costs.map((one) => one[unit])),
        ]),
      ),
    ]),
  );
}

function show(rows) {
  for (const [what, value, unit, most] of rows) {
    if (most === undefined) console.log(`         ${what.padEnd(66)} ${value.toFixed(2)} ${unit}`);
    else verdict({ what, value, most, unit: unit === 'x' ? unit : ` ${unit}` });
  }
}

if (!existsSync(path.join(root, 'dist/runtime/index.js')))
  spawnSync(process.execPath, [path.join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
const work = mkdtempSync(path.join(tmpdir(), 'kbts-footprint-'));
try {
  const library = await bundle(work, operatorSource(false), 'library.mjs');
  const operator = await bundle(work, operatorSource(true), 'operator.mjs');
  const foreign = operator.inputs.filter((file) => file.includes('@kubernetes/client-node'));
  if (foreign.length > 0) throw new Error(`the bundled operator carries client-node: ${foreign.length} files`);
  const runtime = path.join(root, 'dist/runtime/index.js');
  const { bare, imported, bundled } = measureImports({ bare: '', imported: runtime, bundled: library.outfile });
  console.log(`bare Node: ${bare.wall.toFixed(0)} ms wall, ${bare.cpu.toFixed(0)} ms CPU, ${bare.rss.toFixed(0)} MB`);
  // 100 ms were granted where bare Node took 80 ms.
  const over = (one) => (one.wall - bare.wall) / bare.wall;
  show([
    ["import 'kbts/runtime' over bare Node, of its time", over(imported), 'x', 1.25],
    ["import 'kbts/runtime' over bare Node, wall", imported.wall - bare.wall, 'ms'],
    ["import 'kbts/runtime' over bare Node, CPU", imported.cpu - bare.cpu, 'ms'],
    ["import 'kbts/runtime' over bare Node", imported.rss - bare.rss, 'MB', 10],
    ['loading a bundled operator, of bare Node', over(bundled), 'x', 1.25],
    ['loading a bundled operator, wall', bundled.wall - bare.wall, 'ms'],
    ['loading a bundled operator, CPU', bundled.cpu - bare.cpu, 'ms'],
    ['loading a bundled operator', bundled.rss - bare.rss, 'MB', 20],
    ['bundled operator, size', statSync(operator.outfile).size / 1048576, 'MB', 1.5],
    ['idle manager, resident', await idleRss(work, operator.outfile), 'MB', 60],
  ]);
} finally {
  rmSync(work, { recursive: true });
}
