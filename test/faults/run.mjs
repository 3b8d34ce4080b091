#!/usr/bin/env node
// Runs the fault suite: bundles it, because Node 20 cannot run TypeScript, and starts it.
//
//   node test/faults/run.mjs --seed 7 --faults 300
//   node test/faults/run.mjs --scenario gone-watches --seconds 60
import { spawn } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildControlPlane } from '../control-plane/build.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(path.dirname(here));
// Below node_modules, so that packages are found; one folder per run, so that runs do not disturb each other.
const outdir = path.join(root, 'node_modules', '.cache', `kbts-faults-${process.pid}`);
await mkdir(outdir, { recursive: true });
await build({
  absWorkingDir: root,
  entryPoints: ['test/faults/main.ts', 'test/faults/manager-program.ts', 'test/faults/scenarios/keys-program.ts'],
  outbase: 'test/faults',
  outdir,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  packages: 'external',
  sourcemap: 'inline',
  logLevel: 'warning',
});
const assets = await buildControlPlane(['etcd', 'kube-apiserver']);
const child = spawn(process.execPath, [path.join(outdir, 'main.js'), ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, KUBEBUILDER_ASSETS: assets },
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', async (code) => {
  await rm(outdir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
