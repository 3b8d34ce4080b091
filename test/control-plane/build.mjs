#!/usr/bin/env node
// Builds the real control plane (etcd, kube-apiserver, kubectl, …) and the peer tools that our
// tests compare against, from pinned Go modules. Prints the folder that holds the binaries.
//
//   node test/control-plane/build.mjs                 the binaries every test run needs
//   node test/control-plane/build.mjs kwok helm       only the named ones
//   node test/control-plane/build.mjs --all           everything
//
// Each binary is built once per version into a cache outside the repository and put in place by a
// rename, so an interrupted build leaves nothing half-made.
import { spawn } from 'node:child_process';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));

export const KUBERNETES_VERSION = '1.37.1';

const kubernetesLinkerFlags = [
  `-X k8s.io/component-base/version.gitVersion=v${KUBERNETES_VERSION}`,
  '-X k8s.io/component-base/version.gitMajor=1',
  '-X k8s.io/component-base/version.gitMinor=37',
].join(' ');

/** Helm 3 is told for which Kubernetes it was built; Helm 4 reads it from its libraries. */
const helm3LinkerFlags = ['chartutil', 'lint/rules']
  .flatMap((folder) => [
    `-X helm.sh/helm/v3/pkg/${folder}.k8sVersionMajor=1`,
    `-X helm.sh/helm/v3/pkg/${folder}.k8sVersionMinor=37`,
  ])
  .join(' ');

/** What can be built: the wrapper module, the main package in it, and extra linker flags. */
const targets = {
  etcd: { module: 'kubernetes', package: 'go.etcd.io/etcd/server/v3' },
  'kube-apiserver': kubernetes('kube-apiserver'),
  kubectl: kubernetes('kubectl'),
  'controller-gen': { module: 'controller-tools', package: 'sigs.k8s.io/controller-tools/cmd/controller-gen' },
  kubebuilder: { module: 'kubebuilder', package: 'sigs.k8s.io/kubebuilder/v4' },
  'kube-controller-manager': kubernetes('kube-controller-manager'),
  'kube-scheduler': kubernetes('kube-scheduler'),
  kwok: { module: 'kwok', package: 'sigs.k8s.io/kwok/cmd/kwok' },
  helm: { module: 'helm', package: 'helm.sh/helm/v4/cmd/helm' },
  helm3: { module: 'helm3', package: 'helm.sh/helm/v3/cmd/helm', linkerFlags: helm3LinkerFlags },
  'operator-sdk': operatorFramework('operator-sdk/cmd/operator-sdk'),
  opm: operatorFramework('operator-registry/cmd/opm'),
  'image-registry': { module: 'operator-sdk', package: 'github.com/google/go-containerregistry/cmd/registry' },
  'scorecard-test': operatorFramework('operator-sdk/images/scorecard-test'),
  'crd-judge': { module: 'kubernetes', package: './crd-judge', source: 'crd-judge/main.go', isReadOnly: true },
  'access-judge': {
    module: 'kubernetes',
    package: './access-judge',
    source: 'access-judge/main.go',
    isReadOnly: true,
  },
  'spdx-judge': { module: 'spdx', package: './judge', source: 'judge/main.go' },
  'promql-judge': { module: 'prometheus', package: './judge', source: 'judge/main.go' },
  olm: operatorFramework('operator-lifecycle-manager/cmd/olm', 'olm'),
  'olm-catalog': operatorFramework('operator-lifecycle-manager/cmd/catalog', 'olm'),
};

const defaultTargets = ['etcd', 'kube-apiserver', 'kubectl', 'controller-gen', 'kubebuilder'];

/** Programs of the operator framework; the tags leave out what needs C libraries. */
function operatorFramework(name, module = 'operator-sdk') {
  const tags = 'containers_image_openpgp,exclude_graphdriver_btrfs,exclude_graphdriver_devicemapper';
  return { module, package: `github.com/operator-framework/${name}`, tags };
}

function kubernetes(command) {
  return { module: 'kubernetes', package: `k8s.io/kubernetes/cmd/${command}`, linkerFlags: kubernetesLinkerFlags };
}

/** The folder of the binaries; `KUBEBUILDER_ASSETS` overrides it and switches building off. */
export function binaryFolder() {
  const assets = process.env.KUBEBUILDER_ASSETS;
  if (assets) return path.resolve(assets);
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
  return path.join(cache, 'kbts', 'control-plane', `${KUBERNETES_VERSION}-${process.platform}-${process.arch}`);
}

/** Builds what is missing of `names` and returns the folder that holds them. */
export async function buildControlPlane(names = defaultTargets, report = (line) => process.stderr.write(`${line}\n`)) {
  const folder = binaryFolder();
  const missing = [];
  for (const name of names) {
    if (!(name in targets)) throw new Error(`unknown binary "${name}"; known: ${Object.keys(targets).join(', ')}`);
    if (!(await isUpToDate(folder, name))) missing.push(name);
  }
  if (missing.length === 0) return folder;
  if (process.env.KUBEBUILDER_ASSETS) {
    throw new Error(
      `KUBEBUILDER_ASSETS=${folder} lacks ${missing.join(', ')}; add them or unset the variable to build them`,
    );
  }
  await mkdir(folder, { recursive: true });
  report(`building ${missing.join(', ')} into ${folder} (once per machine, about ten minutes for everything)`);
  for (const [index, name] of missing.entries()) {
    const started = Date.now();
    const heartbeat = setInterval(() => report(`  … still building ${name}, ${seconds(started)}`), 30_000);
    try {
      await build(folder, name);
    } finally {
      clearInterval(heartbeat);
    }
    report(`  ${index + 1}/${missing.length} ${name} in ${seconds(started)}`);
  }
  return folder;
}

async function isUpToDate(folder, name) {
  const binary = path.join(folder, name);
  if (!(await exists(binary))) return false;
  if (process.env.KUBEBUILDER_ASSETS) return true;
  const stamp = await readFile(`${binary}.version`, 'utf8').catch(() => '');
  return stamp === (await fingerprint(name));
}

/** A binary is rebuilt when its wrapper module's go.mod changes, or its source here. */
async function fingerprint(name) {
  const { module, linkerFlags = '', source } = targets[name];
  const goMod = await readFile(path.join(here, module, 'go.mod'), 'utf8');
  return `${linkerFlags}\n${goMod}${source === undefined ? '' : await readFile(path.join(here, module, source), 'utf8')}`;
}

async function build(folder, name) {
  const target = targets[name];
  const temporary = path.join(folder, `.${name}.${process.pid}`);
  const linkerFlags = ['-s -w', target.linkerFlags].filter(Boolean).join(' ');
  try {
    await run(
      'go',
      [
        'build',
        '-trimpath',
        '-buildvcs=false',
        ...(target.tags === undefined ? [] : ['-tags', target.tags]),
        '-ldflags',
        linkerFlags,
        '-o',
        temporary,
        target.package,
      ],
      {
        cwd: path.join(here, target.module),
        env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: `-mod=${target.isReadOnly ? 'readonly' : 'mod'}` },
      },
    );
    await rename(temporary, path.join(folder, name));
    await writeFile(path.join(folder, `${name}.version`), await fingerprint(name));
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Runs a program and returns what it prints; what it complains about is in the error. */
export function run(command, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let stderr = '';
    let stdout = '';
    child.stdout.on('data', (chunk) => (stdout += chunk));
    child.stderr.on('data', (chunk) => (stderr = (stderr + chunk).slice(-4000)));
    child.on('error', (error) =>
      reject(error.code === 'ENOENT' ? new Error(`"${command}" is not on the PATH; install Go 1.26 or newer`) : error),
    );
    child.on('close', (code) =>
      code === 0 ? resolve(stdout) : reject(new Error(`${command} ${args.join(' ')} failed:\n${stderr}`)),
    );
  });
}

/** Whether there is such a file or folder. */
export async function exists(file) {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** How long something took so far. */
export function seconds(since) {
  return `${Math.round((Date.now() - since) / 1000)} s`;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const args = process.argv.slice(2);
  const names = args.includes('--all') ? Object.keys(targets) : args.filter((arg) => !arg.startsWith('-'));
  try {
    process.stdout.write(`${await buildControlPlane(names.length > 0 ? names : defaultTargets)}\n`);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
