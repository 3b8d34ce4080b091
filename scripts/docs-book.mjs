#!/usr/bin/env node
// Builds the book as a static site with VitePress: node scripts/docs-book.mjs [folder]. KBTS_SITE_BASE is the path that it
// is served under ("/kbts/"), unless it is "/". A repository in package.json gives it links to edit its pages. The engine
// has packages of its own (site/package.json), which are installed when they are missing.
import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { lean } from './site/lean.mjs';
import { sectionsOf } from './site/pages.mjs';
import { stage } from './site/stage.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const site = path.join(root, 'site');
const out = path.resolve(process.argv[2] ?? path.join(root, 'book'));
// Below the engine, so that it is found; one for each process, so that two builds do not meet.
const work = path.join(site, `.stage-${process.pid}`);

const changedAt = async (file) => (await stat(path.join(site, file)).catch(() => undefined))?.mtimeMs ?? 0;
if ((await changedAt('node_modules/.package-lock.json')) < (await changedAt('package-lock.json')))
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], site);
try {
  await mkdir(path.join(work, '.vitepress'), { recursive: true });
  const pages = await stage(root, work);
  await writeFile(path.join(work, '.vitepress/pages.json'), JSON.stringify(await facts(pages)));
  for (const [from, to] of [
    ['config.mjs', '.vitepress/config.mjs'],
    ['theme', '.vitepress/theme'],
    ['public', 'public'],
    ['index.md', 'index.md'],
  ])
    await cp(path.join(site, from), path.join(work, to), { recursive: true });
  const engine = path.join(site, 'node_modules/vitepress/bin/vitepress.js');
  await run(process.execPath, [engine, 'build', work, '--outDir', out, '--logLevel', 'error'], site);
  await lean(out);
  process.stdout.write(`${path.relative(process.cwd(), path.join(out, 'index.html'))}: ${pages.length} pages\n`);
} finally {
  await rm(work, { recursive: true, force: true });
}

/** What the configuration of the engine needs to know. */
async function facts(pages) {
  const { version, repository } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  return {
    version,
    repository: process.env.KBTS_REPOSITORY ?? repository?.url?.replaceAll(/^git\+|\.git$/g, ''),
    sections: sectionsOf(await readFile(path.join(root, 'docs/book/SUMMARY.md'), 'utf8')),
    pages: pages.map(({ file, address, title }) => ({ file, address, title })),
  };
}

/** Runs a program; what it printed is shown when it fails. */
async function run(program, args, cwd) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed with exit code ${code}:\n${output}`);
}
