#!/usr/bin/env node
// Writes NOTICE: the licences of everything that dist/ carries inside. With --check: exits with 3 when NOTICE is out of date.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { runtimeEntries } from './build-entries.mjs';
import { bundledByRuntime, bundlePackage, outside } from './runtime-packages.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const require = createRequire(import.meta.url);
const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));

/** Folders of the packages that the bundles of scripts/build.mjs are made of. */
async function bundledPackages() {
  const options = {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    write: false,
    metafile: true,
    outdir: 'none',
    logLevel: 'error',
  };
  const external = outside(manifest);
  const results = await Promise.all([
    build({
      ...options,
      format: 'esm',
      splitting: true,
      entryPoints: ['src/cli/main.ts'],
      external: [...external.filter((name) => name !== 'yaml'), 'ts-morph'],
    }),
    build({
      ...options,
      format: 'esm',
      splitting: true,
      entryPoints: [...(await runtimeEntries(root)), 'src/testing/index.ts'],
      external,
    }),
    build({ ...options, format: 'cjs', entryPoints: [require.resolve('ts-morph')] }),
  ]);
  const ofRuntime = await Promise.all(bundledByRuntime.map((name) => bundlePackage(root, name)));
  const folders = [
    ...results.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
    ...ofRuntime.flatMap(({ inputs }) => inputs),
  ]
    .map((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0])
    .filter((folder) => folder !== undefined);
  return [...new Set(folders)].sort();
}

async function describe(folder) {
  const { name, version, license } = JSON.parse(await readFile(path.join(root, folder, 'package.json'), 'utf8'));
  const file = (await readdir(path.join(root, folder))).find((entry) => /^licen[cs]e/i.test(entry));
  if (license === undefined) throw new Error(`${folder} names no licence`);
  const text =
    file === undefined
      ? undefined
      : (await readFile(path.join(root, folder, file), 'utf8')).replaceAll('\r\n', '\n').trim();
  return { name, version, license, text };
}

function section({ name, version, license, text }) {
  const body = text ?? `(the package has no licence file; its package.json says ${license})`;
  return `${'-'.repeat(80)}\n${name} ${version} (${license})\n${'-'.repeat(80)}\n\n${body}\n`;
}

/** The text of NOTICE. */
async function notice() {
  const packages = await Promise.all((await bundledPackages()).map(describe));
  const typescript = `@ts-morph/common carries the TypeScript compiler, Copyright (c) Microsoft Corporation, under the Apache License 2.0.`;
  return `kbts
Copyright 2026 The kbts authors

Licensed under the Apache License, Version 2.0: see LICENSE.

The types, descriptions and schemas of built-in resources (kbts/k8s, and the data of kbts manifests) are made from
k8s.io/api and from the OpenAPI documents of Kubernetes, Copyright The Kubernetes Authors, under the Apache License 2.0.

${typescript}

The files under dist/ contain code of the packages below. Packages that are installed beside kbts (see "dependencies" in
package.json) bring their own licences.

${packages.map(section).join('\n')}`;
}

const file = path.join(root, 'NOTICE');
const text = await notice();
if (process.argv.includes('--check')) {
  const isCurrent = (await readFile(file, 'utf8').catch(() => '')) === text;
  if (!isCurrent) process.stderr.write('NOTICE is out of date: run node scripts/docs-notice.mjs\n');
  process.exitCode = isCurrent ? 0 : 3;
} else await writeFile(file, text);
