#!/usr/bin/env node
// `make demo`: from an empty folder to a reconciled object, as a new user would do it, with real commands.
import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const kbts = path.join(repository, 'bin', 'kbts.js');
const started = Date.now();
const parent = await mkdtemp(path.join(tmpdir(), 'kbts-demo-'));
const root = path.join(parent, 'guestbook');
await mkdir(root);

try {
  await step('init', 'kbts init --domain my.domain', [process.execPath, kbts, 'init', '--domain', 'my.domain'], {
    progress: /^npm install/,
  });
  const api = 'create api --group webapp --version v1 --kind Guestbook';
  await step('create api', `kbts ${api}`, [process.execPath, kbts, ...api.split(' ')]);
  const hook = 'create webhook --group webapp --version v1 --kind Guestbook --defaulting --programmatic-validation';
  await step('create webhook', `kbts ${hook}`, [process.execPath, kbts, ...hook.split(' ')]);
  await step('manifests', 'npx kbts manifests --check', ['npx', 'kbts', 'manifests', '--check']);
  await step('build', 'npm run build', ['npm', 'run', 'build']);
  await step('lint', 'npm run lint', ['npm', 'run', 'lint']);
  await step('test', 'npm test', ['npm', 'test']);
  await writeFile(
    path.join(root, 'show.mjs'),
    await readFile(path.join(repository, 'scripts', 'demo-show.mjs'), 'utf8'),
  );
  await step('run', 'the bundled operator on an embedded control plane', [process.execPath, 'show.mjs'], {
    isShown: true,
  });
  console.log(`\nAll of it took ${seconds(started)}.`);
} finally {
  await rm(parent, { recursive: true, force: true });
}

/** Runs one command in the project; its output is shown when it fails, or when it is the point of the demo. */
async function step(name, title, [program, ...args], { isShown = false, progress } = {}) {
  const begun = Date.now();
  console.log(`\n$ ${title}`);
  const child = spawn(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, CI: 'true', npm_config_loglevel: 'error' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      if (isShown) process.stdout.write(chunk);
      // A step that takes long says how far it is.
      for (const line of String(chunk).split('\n')) if (progress?.test(line)) console.log(`  ${line}`);
    });
  }
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) {
    if (!isShown) console.log(output);
    throw new Error(`${name} failed with exit code ${code}`);
  }
  if (!isShown) console.log(summary(output));
  console.log(`  (${seconds(begun)})`);
}

/** The lines worth reading: what was created, and how the tests ended. */
function summary(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trimEnd());
  const created = lines.filter((line) => /^(created|changed|generated) /.test(line));
  const tests = lines.filter((line) => /^\s*(Test Files|Tests|Found \d+ warnings|All matched files)/.test(line));
  const shown = created.length > 8 ? [...created.slice(0, 7), `… and ${created.length - 7} more files`] : created;
  return [...shown, ...tests].map((line) => `  ${line.trim()}`).join('\n') || '  ok';
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
