// Shared by the benches that put kbts beside controller-runtime: builds both programs, and runs one of them.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.dirname(import.meta.dirname);
// This variable makes Node 20 read certificates at every start, which has nothing to do with us.
const { NODE_EXTRA_CA_CERTS: _, ...surroundings } = process.env;

/** A bundle as a scaffolded project makes it; the bridge to client-node, which loads late, stays outside. */
export async function bundle(entry, outfile) {
  await build({
    entryPoints: [path.join(root, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    minifySyntax: true,
    minifyWhitespace: true,
    external: ['@kubernetes/client-node'],
    banner: {
      js: `import { createRequire as requireOf } from 'node:module';const require = requireOf(import.meta.url);`,
    },
    logLevel: 'warning',
  });
  return outfile;
}

/** Commands of both programs. KBTS_BENCH_PEER names a Go program that is built already. */
export async function programs(work, entry, nodeFlags = []) {
  const operator = await bundle(entry, path.join(work, 'operator.mjs'));
  const peer = process.env.KBTS_BENCH_PEER ?? path.join(work, 'peer');
  if (!existsSync(peer)) {
    const folder = path.join(root, 'bench/peers/controller-runtime');
    const { status } = spawnSync('go', ['build', '-o', peer, '.'], { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error('the Go program could not be built; is Go installed?');
  }
  return { kbts: [process.execPath, ...nodeFlags, operator], 'controller-runtime': [peer] };
}

/**
 * Flags of an operator that is deployed as `kbts init` scaffolds it: those of the image, with the heap limit that the memory
 * limit of the Deployment makes of them. V8 collects the sooner the less it may take.
 */
export function scaffoldedFlags() {
  const init = path.join(root, 'templates/init');
  const image = readFileSync(path.join(init, 'Dockerfile.hbs'), 'utf8');
  const deployment = readFileSync(path.join(init, 'config/manager/manager.yaml.hbs'), 'utf8');
  const percentage = /--max-old-space-size-percentage=(\d+)/.exec(image)?.[1];
  const [young] = /--max-semi-space-size=\d+/.exec(image) ?? [];
  const limitMb = /limits:\s+cpu: \S+\s+memory: (\d+)Mi/.exec(deployment)?.[1];
  if (!percentage || !young || !limitMb) throw new Error('templates/init no longer limits the heap of an operator');
  return { young, old: `--max-old-space-size=${Math.floor((Number(limitMb) * Number(percentage)) / 100)}` };
}

/** Runs a program to its end; what it printed as JSON. */
export async function run(command, variables) {
  const child = spawn(command[0], command.slice(1), {
    env: { ...surroundings, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let log = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (log += chunk));
  const [code] = await once(child, 'exit');
  const line = out.split('\n').find((text) => text.startsWith('{"') && text.includes('cpuSeconds'));
  if (code !== 0 || !line)
    throw new Error(`${command.join(' ')} ended with ${code}: ${log.slice(-2000)}${out.slice(-2000)}`);
  return JSON.parse(line);
}

/** Who goes first changes with every round. */
export function inTurn(round, names) {
  return round % 2 === 0 ? names : names.toReversed();
}

/** Prints a table: a row for each name, a column for each key of `columns`, which maps titles to functions of a result. */
export function table(results, columns) {
  const shown = (value) => (value >= 100 ? value.toFixed(0) : value.toFixed(2));
  console.log(
    `${' '.repeat(18)}${Object.keys(columns)
      .map((title) => title.padStart(16))
      .join('')}`,
  );
  for (const [name, result] of Object.entries(results)) {
    const cells = Object.values(columns).map((of) => shown(of(result)).padStart(16));
    console.log(`${name.padEnd(18)}${cells.join('')}`);
  }
}
