// What kbts/runtime costs before it does anything: size of a bundled operator, CPU time and memory of its import over bare
// Node, and memory of an idle manager with one controller, probes and leader election. Exits with 1 over budget.
// Usage: node bench/runtime-footprint.mjs [rounds]
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.argv[2] ?? 11);
const work = mkdtempSync(path.join(tmpdir(), 'kbts-footprint-'));
const require = `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`;
const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

async function bundle(contents, name) {
  const outfile = path.join(work, name);
  const stdin = { contents, resolveDir: root };
  const settings = { bundle: true, platform: 'node', target: 'node20.19', format: 'esm', minify: true };
  await build({ stdin, outfile, ...settings, banner: { js: require }, logLevel: 'warning' });
  return outfile;
}

/** CPU milliseconds, which a busy machine does not stretch, and megabytes of a process that runs `code`. */
function cost(code) {
  const report = `const { user, system } = process.cpuUsage(); process.stdout.write(JSON.stringify([(user + system) / 1000, process.memoryUsage().rss / 1048576]));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', `${code};${report}`], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout);
}

const OPERATOR = `
import { controller, createManager, defineKind, managerFlags, signalHandler } from './src/runtime/index.ts';
const ConfigMap = defineKind({ group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' });
const manager = await createManager(managerFlags(process.argv.slice(2), { leaderElection: { id: 'idle', namespace: 'default' } }));
controller(manager).for(ConfigMap).complete({ reconcile: async () => undefined });
setTimeout(() => {
  process.stdout.write(String(process.memoryUsage().rss / 1048576));
  process.kill(process.pid, 'SIGTERM');
}, 10_000);
await manager.start(signalHandler());
`;

async function idleRss(operator) {
  const testing = await bundle(`export * from './src/testing/index.ts'`, 'testing.mjs');
  const { startControlPlane } = await import(pathToFileURL(testing).href);
  const plane = await startControlPlane({ kind: 'embedded' });
  writeFileSync(path.join(work, 'kubeconfig'), plane.kubeconfig(), { mode: 0o600 });
  const flags = ['--leader-elect', '--health-probe-bind-address=127.0.0.1:0', '--metrics-bind-address=127.0.0.1:0'];
  const env = { ...process.env, KUBECONFIG: path.join(work, 'kubeconfig') };
  const child = spawn(process.execPath, [operator, ...flags], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  const [code] = await once(child, 'exit');
  await plane.stop();
  if (code !== 0) throw new Error(`the idle operator ended with ${code}`);
  return Number(out);
}

try {
  const runtime = await bundle(`export * from './src/runtime/index.ts'`, 'runtime.mjs');
  const operator = await bundle(OPERATOR, 'operator.mjs');
  const bare = [];
  const loaded = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(cost(''));
    loaded.push(cost(`await import(${JSON.stringify(pathToFileURL(runtime).href)})`));
  }
  const over = (index) => median(loaded.map((pair) => pair[index])) - median(bare.map((pair) => pair[index]));
  const rows = [
    ['bundled operator', statSync(operator).size / 1048576, 1.5, 'MB'],
    // 100 ms were granted where bare Node took 80 ms.
    ['import, of bare Node', over(0) / median(bare.map((pair) => pair[0])), 1.25, 'x CPU'],
    ['import over bare Node', over(1), 20, 'MB'],
    ['idle manager', await idleRss(operator), 70, 'MB'],
  ];
  for (const [what, value, budget, unit] of rows)
    console.log(
      `${what.padEnd(22)} ${value.toFixed(2).padStart(6)} ${unit}  budget ${budget} ${unit}  ${value <= budget ? 'ok' : 'OVER'}`,
    );
  process.exitCode = rows.every(([, value, budget]) => value <= budget) ? 0 : 1;
} finally {
  rmSync(work, { recursive: true });
}
