#!/usr/bin/env node
// From an empty folder to the first reconciled sample: the commands that a newcomer types, and how long each takes, for
// kbts and for kubebuilder. Prints two tables in Markdown.
//
//   node bench/first-sample.mjs            with the caches of this machine
//   node bench/first-sample.mjs --cold     with empty caches of npm and Go, as on a new machine
//   node bench/first-sample.mjs --kbts     kbts alone
//
// kubebuilder's book uses a kind cluster, which needs Docker. Here its operator gets etcd and kube-apiserver of
// `make control-plane` instead; the time to make a cluster is not in its sum.
import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { binaryFolder, buildControlPlane } from '../test/control-plane/build.mjs';
import { median, verdict } from './measure.mjs';

const kbts = path.resolve(import.meta.dirname, '../bin/kbts.js');
const parent = mkdtempSync(path.join(tmpdir(), 'kbts-first-sample-'));
const env = { ...process.env, ...(process.argv.includes('--cold') ? emptyCaches() : {}), CI: 'true' };
const saves = 5;
/** For one step; the first build of a Go operator compiles its whole library. */
const limitMs = 1_200_000;

try {
  await buildControlPlane(['etcd', 'kube-apiserver', 'kubectl', 'kubebuilder']);
  console.log(`load average before: ${load()}`);
  const ours = await measureKbts(folder('kbts'));
  const theirs = process.argv.includes('--kbts') ? undefined : await measureKubebuilder(folder('guestbook'));
  console.log(`load average after: ${load()}\n`);
  print('kbts', ours.steps);
  if (theirs) print('kubebuilder, without the time to make a cluster', theirs.steps);
  console.log(`save to reconciled, kbts dev: ${ours.saves.join(', ')} s`);
  verdict({ what: 'save to reconciled, median', value: median(ours.saves), most: 1, unit: ' s' });
} finally {
  rmSync(parent, { recursive: true, force: true });
}

async function measureKbts(root) {
  const steps = [];
  await timed(steps, 'kbts init --domain my.domain', () =>
    run(root, process.execPath, kbts, 'init', '--domain', 'my.domain'),
  );
  const api = 'create api --group webapp --version v1 --kind Guestbook';
  await timed(steps, `kbts ${api}`, () => run(root, process.execPath, kbts, ...api.split(' ')));
  const dev = start(root, 'npx', 'kbts', 'dev', '-o', 'json');
  try {
    const events = eventsOf(dev);
    const said = (text) => events.filter(({ type, message }) => type === 'status' && message.startsWith(text));
    await timed(steps, 'npx kbts dev', () => until(() => events.some(isReconciled), dev));
    await until(() => said('ready').length > 0, dev);
    const source = path.join(root, 'src/controller/guestbook.controller.ts');
    for (let count = 1; count <= saves; count++) {
      appendFileSync(source, `// save ${count}\n`);
      await until(() => said('from save to reconciled').length === count, dev);
    }
    const measured = said('from save to reconciled').map(({ message }) => Number(/([\d.]+) s$/.exec(message)?.[1]));
    return { steps, saves: measured };
  } finally {
    await end(dev);
  }
}

async function measureKubebuilder(root) {
  const steps = [];
  const { startControlPlane } = await import('../dist/testing/index.js');
  const kubebuilder = path.join(binaryFolder(), 'kubebuilder');
  const init = 'init --domain my.domain --repo example.com/guestbook';
  await timed(steps, `kubebuilder ${init}`, () => run(root, kubebuilder, ...init.split(' ')));
  const api = 'create api --group webapp --version v1 --kind Guestbook --resource --controller';
  await timed(steps, `kubebuilder ${api}`, () => run(root, kubebuilder, ...api.split(' ')));
  await timed(steps, 'make manifests', () => run(root, 'make', 'manifests'));
  const plane = await startControlPlane({ kind: 'envtest' });
  try {
    const kubeconfig = path.join(root, 'kubeconfig');
    writeFileSync(kubeconfig, plane.kubeconfig());
    env.KUBECONFIG = kubeconfig;
    env.PATH = `${binaryFolder()}:${env.PATH}`;
    await timed(steps, 'make install', () => run(root, 'make', 'install'));
    const port = await freePort();
    fillInSample(root);
    const address = `127.0.0.1:${port}`;
    // What `make run` does, with its metrics where this program can read them.
    const flags = [`--metrics-bind-address=${address}`, '--metrics-secure=false', '--health-probe-bind-address=0'];
    const manager = start(root, 'go', 'run', './cmd/main.go', ...flags);
    try {
      await timed(steps, 'make run', () => until(() => answers(`http://${address}/metrics`), manager));
      await timed(steps, 'kubectl apply -k config/samples', async () => {
        await run(root, 'kubectl', 'apply', '-k', 'config/samples');
        await until(() => hasReconciled(`http://${address}/metrics`), manager);
      });
    } finally {
      await end(manager);
    }
  } finally {
    await plane.stop();
  }
  return { steps };
}

/** Its sample has no spec, which its own CRD refuses. */
function fillInSample(root) {
  const file = path.join(root, 'config/samples/webapp_v1_guestbook.yaml');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/^spec:[^\n]*\n\s*# TODO[^\n]*$/m, 'spec:\n  foo: bar'));
}

function isReconciled({ type, object = '' }) {
  return type === 'reconciled' && object.startsWith('Guestbook ');
}

async function hasReconciled(url) {
  const text = await read(url);
  return /^controller_runtime_reconcile_total\{controller="guestbook",result="success"\} [1-9]/m.test(text);
}

async function answers(url) {
  return (await read(url)) !== '';
}

async function read(url) {
  return fetch(url).then(
    (response) => response.text(),
    () => '',
  );
}

async function until(isDone, child) {
  for (const late = Date.now() + limitMs; Date.now() < late;) {
    if (await isDone()) return;
    if (child.exitCode !== null) throw new Error(`it ended with exit code ${child.exitCode}\n${child.said()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited for too long\n${child.said()}`);
}

async function timed(steps, title, work) {
  const begun = performance.now();
  console.error(`$ ${title}`);
  await work();
  const seconds = (performance.now() - begun) / 1000;
  console.error(`  ${seconds.toFixed(1)} s`);
  steps.push({ title, seconds });
}

async function run(cwd, program, ...args) {
  const child = start(cwd, program, ...args);
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with exit code ${code}\n${child.said()}`);
}

/** A process whose last output can be asked for. */
function start(cwd, program, ...args) {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said = (said + chunk).slice(-8000)));
  return Object.assign(child, { said: () => said });
}

/** Ends the process and those that it has started. */
async function end(child) {
  if (child.exitCode !== null) return;
  const closed = new Promise((resolve) => child.once('close', resolve));
  process.kill(-child.pid, 'SIGINT');
  await closed;
}

/** What `kbts dev -o json` has told so far; it grows. */
function eventsOf(child) {
  const events = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{')) events.push(JSON.parse(line));
  });
  return events;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function emptyCaches() {
  const cache = (name) => path.join(parent, 'caches', name);
  return { npm_config_cache: cache('npm'), GOMODCACHE: cache('mod'), GOCACHE: cache('build'), GOFLAGS: '-modcacherw' };
}

function folder(name) {
  const place = path.join(parent, name);
  if (!existsSync(place)) mkdirSync(place);
  return place;
}

function print(title, steps) {
  const sum = steps.reduce((total, { seconds }) => total + seconds, 0);
  const rows = [...steps, { title: `**${steps.length} commands**`, seconds: sum }];
  console.log(`| ${title} | seconds |\n| --- | --- |`);
  for (const row of rows)
    console.log(`| ${row.title.startsWith('**') ? row.title : `\`${row.title}\``} | ${row.seconds.toFixed(1)} |`);
  console.log('');
}

function load() {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(', ');
}
