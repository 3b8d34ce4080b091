#!/usr/bin/env node
// Runs the envtest suites of other projects on the embedded plane and on the real kube-apiserver, and compares them test
// by test. The projects are in projects.json; their sources come from the Go module proxy and are cached.
//
//   node test/outside/run.mjs            every project
//   node test/outside/run.mjs flux lws   the projects whose module contains one of these words
//
// Exits with 1 when a test passes on one server only.
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { buildControlPlane, exists, run } from '../control-plane/build.mjs';
import { standInAssets } from '../testing/controller-runtime/stand-in-assets.mjs';
import { compareSuites, goResults, reportResults } from './results.mjs';

const goEnvironment = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=mod', GOWORK: 'off', GONOSUMDB: '*' };
const words = process.argv.slice(2);
const projects = JSON.parse(await readFile(new URL('projects.json', import.meta.url), 'utf8')).filter(
  ({ module }) => words.length === 0 || words.some((word) => module.includes(word)),
);
const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'kbts', 'outside');
const embedded = await standInAssets();
const real = await realAssets();
let isSame = projects.length > 0;
try {
  for (const project of projects) {
    for (const name of project.packages) isSame = (await comparePackage(project, name)) && isSame;
  }
} finally {
  for (const assets of [embedded, real]) await rm(assets, { recursive: true, force: true });
}
process.exitCode = isSame ? 0 : 1;

async function comparePackage(project, name) {
  const { sources, binary } = await buildSuite(project, name);
  const onReal = await runSuite(binary, sources, real);
  const onEmbedded = await runSuite(binary, sources, embedded);
  const { both, onlyReal, onlyEmbedded } = compareSuites(onReal, onEmbedded);
  console.log(`${project.module}@${project.version} ${name}: ${both.length} pass on both, ${onReal.size} tests`);
  for (const title of onlyReal) console.log(`  passes only on kube-apiserver: ${title}`);
  for (const title of onlyEmbedded) console.log(`  passes only on the embedded plane: ${title}`);
  return both.length > 0 && onlyReal.length === 0 && onlyEmbedded.length === 0;
}

/** The real programs in a folder of this run, so that what a suite leaves running can be told from other processes. */
async function realAssets() {
  const programs = await buildControlPlane();
  const assets = await mkdtemp(path.join(tmpdir(), 'kbts-real-'));
  for (const name of ['etcd', 'kube-apiserver', 'kubectl']) {
    await symlink(path.join(programs, name), path.join(assets, name));
  }
  return assets;
}

/** Some suites end without stopping their control plane. */
async function endLeftovers(assets) {
  for (const pid of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (command.startsWith(assets)) process.kill(Number(pid), 'SIGKILL');
  }
}

/** Copies the module, because suites read and write beside their sources, and builds one package of it. */
async function buildSuite({ module, version, replace = {} }, name) {
  const folder = path.join(cache, `${module.replaceAll('/', '_')}@${version}`);
  const sources = path.join(folder, 'module', name);
  const binary = path.join(folder, `${name.replaceAll(/[/.]/g, '_')}.test`);
  if (await exists(binary)) return { sources, binary };
  if (!(await exists(path.join(folder, 'module')))) await fetchModule(folder, module, version, replace);
  const temporary = `${binary}.${process.pid}`;
  try {
    await run('go', ['test', '-c', '-buildvcs=false', '-o', temporary, '.'], { cwd: sources, env: goEnvironment });
    await rename(temporary, binary);
  } finally {
    await rm(temporary, { force: true });
  }
  return { sources, binary };
}

async function fetchModule(folder, module, version, replace) {
  await mkdir(folder, { recursive: true });
  const temporary = path.join(folder, `.module.${process.pid}`);
  try {
    const downloaded = await run('go', ['mod', 'download', '-json', `${module}@${version}`], { env: goEnvironment });
    await cp(JSON.parse(downloaded).Dir, temporary, { recursive: true });
    await run('chmod', ['-R', 'u+w', temporary], {});
    for (const [name, served] of Object.entries(replace)) {
      await run('go', ['mod', 'edit', `-replace=${name}=${name}@${served}`], { cwd: temporary, env: goEnvironment });
    }
    await rename(temporary, path.join(folder, 'module'));
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The result of each test by its title. */
async function runSuite(binary, sources, assets) {
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-outside-'));
  const report = path.join(folder, 'report.json');
  try {
    const help = await outputOf(binary, ['-help'], sources, assets);
    const isGinkgo = help.includes('ginkgo.json-report');
    const flags = isGinkgo ? [`-ginkgo.json-report=${report}`, '-ginkgo.no-color'] : [];
    const output = await outputOf(binary, ['-test.v', '-test.timeout=20m', ...flags], sources, assets);
    const specs = await readFile(report, 'utf8').catch(() => undefined);
    return specs === undefined ? goResults(output) : reportResults(JSON.parse(specs));
  } finally {
    await endLeftovers(assets);
    await rm(folder, { recursive: true, force: true });
  }
}

function outputOf(binary, args, cwd, assets) {
  const env = { ...process.env, KUBEBUILDER_ASSETS: assets, KUBEBUILDER_CONTROLPLANE_START_TIMEOUT: '120s' };
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}
