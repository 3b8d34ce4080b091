#!/usr/bin/env node
// Builds the test suites of controller-runtime, from its pinned Go module, so that they can be run on the embedded plane.
// Prints the folder that they are in.
//
//   node test/control-plane/controller-runtime-suites.mjs
//
// The sources and one binary a package are made once into a cache outside the repository and put in place by a rename,
// so an interrupted build leaves nothing half-made.
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { exists, run, seconds } from './build.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const MODULE = 'sigs.k8s.io/controller-runtime';

/** The packages below `pkg/` whose suites start a control plane. */
export const SUITES = [
  'builder',
  'cache',
  'client',
  'cluster',
  'controller',
  'controller/controllerutil',
  'envtest',
  'handler',
  'internal/controller',
  'internal/recorder',
  'manager',
  'manager/internal/integration',
  'metrics/filters',
  'reconcile',
  'source',
  'webhook',
];

/** The sources of a package and the binary of its suite. */
export function suiteFiles(folder, name) {
  return {
    sources: path.join(folder, 'module', 'pkg', name),
    binary: path.join(folder, 'suites', name.replaceAll('/', '_')),
  };
}

/** Builds what is missing of `names` and returns the folder that it is in. */
export async function buildSuites(names = SUITES, report = (line) => process.stderr.write(`${line}\n`)) {
  const folder = path.join(cacheFolder(), `${await pinnedVersion()}-${process.platform}-${process.arch}`);
  await fetchModule(folder);
  await mkdir(path.join(folder, 'suites'), { recursive: true });
  const missing = [];
  for (const name of names) if (!(await exists(suiteFiles(folder, name).binary))) missing.push(name);
  if (missing.length > 0) report(`building ${missing.length} suites of ${MODULE} into ${folder} (once per machine)`);
  for (const [index, name] of missing.entries()) {
    const started = Date.now();
    await build(folder, name);
    report(`  ${index + 1}/${missing.length} ${name} in ${seconds(started)}`);
  }
  return folder;
}

async function build(folder, name) {
  const { sources, binary } = suiteFiles(folder, name);
  const temporary = `${binary}.${process.pid}`;
  try {
    // Without symbols a binary is a third smaller.
    await run('go', ['test', '-c', '-buildvcs=false', '-ldflags', '-s -w', '-o', temporary, '.'], {
      cwd: sources,
      env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=readonly', GOWORK: 'off' },
    });
    await rename(temporary, binary);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Suites read files beside their sources, and some write there: they get a copy of the module. */
async function fetchModule(folder) {
  const target = path.join(folder, 'module');
  if (await exists(target)) return;
  await mkdir(folder, { recursive: true });
  const temporary = path.join(folder, `.module.${process.pid}`);
  try {
    const listed = await run('go', ['mod', 'download', '-json', MODULE], {
      cwd: path.join(here, 'controller-runtime'),
      env: { ...process.env, GOFLAGS: '-mod=readonly', GOWORK: 'off' },
    });
    await cp(JSON.parse(listed).Dir, temporary, { recursive: true });
    await run('chmod', ['-R', 'u+w', temporary], {});
    await rename(temporary, target).catch(async (error) => {
      // When another process was faster, its folder is as good as ours.
      if (!(await exists(target))) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function pinnedVersion() {
  const goMod = await readFile(path.join(here, 'controller-runtime', 'go.mod'), 'utf8');
  const [, version] = /^require sigs\.k8s\.io\/controller-runtime (v\S+)$/m.exec(goMod) ?? [];
  if (version === undefined) throw new Error(`test/control-plane/controller-runtime/go.mod requires no ${MODULE}`);
  return version;
}

function cacheFolder() {
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'kbts', 'controller-runtime');
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    process.stdout.write(`${await buildSuites()}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
