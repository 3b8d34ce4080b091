#!/usr/bin/env node
// Builds dist/: the CLI (bundled, one lazy chunk per command), the libraries that operators import,
// their type declarations, the pre-bundled compiler, and the data that is loaded on demand.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, readdir, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const final = path.join(root, 'dist');
const dist = path.join(root, `.dist-${process.pid}`);
const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
const external = Object.keys(manifest.dependencies);

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
};

// Bundled CommonJS packages call require(), which ES modules do not have.
const requireBanner = `import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);`;

async function buildCli() {
  await build({
    ...shared,
    entryPoints: ['src/cli/main.ts'],
    outdir: path.join(dist, 'cli'),
    splitting: true,
    // Bundling yaml saves reading its hundred files at every start.
    external: [...external.filter((name) => name !== 'yaml'), 'ts-morph'],
    chunkNames: 'chunk-[hash]',
    banner: { js: requireBanner },
    minifySyntax: true,
    minifyWhitespace: true,
  });
}

/**
 * The compiler that ts-morph carries in one file, and ts-morph itself in another: loading the first is
 * most of what `kbts manifests` does.
 */
async function buildCompiler() {
  const require = createRequire(import.meta.url);
  const morph = require.resolve('ts-morph');
  const common = createRequire(morph).resolve('@ts-morph/common');
  const options = { ...shared, format: 'cjs', minify: true };
  await build({ ...options, entryPoints: [common], outfile: path.join(dist, 'vendor', 'typescript.cjs') });
  await build({
    ...options,
    entryPoints: [morph],
    outfile: path.join(dist, 'vendor', 'ts-morph.cjs'),
    external: ['./typescript.cjs'],
    plugins: [
      {
        name: 'shared-compiler',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^@ts-morph\/common$/ }, () => ({ path: './typescript.cjs', external: true })),
      },
    ],
  });
}

async function buildLibraries() {
  const k8s = (await readdir(path.join(root, 'src/k8s'), { recursive: true }))
    .filter((file) => file.endsWith('index.ts'))
    .map((file) => `src/k8s/${file}`);
  await build({
    ...shared,
    entryPoints: ['src/runtime/index.ts', 'src/testing/index.ts', ...k8s],
    outdir: dist,
    outbase: 'src',
    splitting: true,
    external,
    chunkNames: 'shared/[name]-[hash]',
  });
}

function buildTypes() {
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [compiler, '-p', 'tsconfig.types.json', '--outDir', path.join(dist, 'types')];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('type declarations could not be made');
}

async function copyData() {
  for (const [from, to] of dataFolders) await cp(path.join(root, from), path.join(dist, to), { recursive: true });
}

/** Data that built code looks for beside itself. */
const dataFolders = [];

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
try {
  await Promise.all([buildCli(), buildCompiler(), buildLibraries()]);
  buildTypes();
  await copyData();
  await rm(final, { recursive: true, force: true });
  await rename(dist, final);
} finally {
  await rm(dist, { recursive: true, force: true });
}
