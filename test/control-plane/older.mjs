#!/usr/bin/env node
// Builds the control plane of other Kubernetes releases from Go modules, beside the one that all tests use.
//
//   node test/control-plane/older.mjs 1.36.3 1.35.4
//
// etcd and kubectl are those of the newest release, as in a cluster that is being upgraded.
import { execFile } from 'node:child_process';
import { access, lstat, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { buildControlPlane, KUBERNETES_VERSION } from './build.mjs';

const execute = promisify(execFile);
/** Those of the release: parts of a control plane must not be newer than its API server. */
const own = ['kube-apiserver', 'kube-scheduler', 'kube-controller-manager'];
const shared = ['etcd', 'kubectl', 'kwok', 'controller-gen', 'kubebuilder', 'helm'];

/** The folder with the programs of a release; builds what is missing, at low priority. */
export async function buildRelease(version, report = (line) => process.stderr.write(`${line}\n`)) {
  const newest = await buildControlPlane([...own, ...shared], report);
  if (version === KUBERNETES_VERSION) return newest;
  const folder = path.join(path.dirname(newest), `${version}-${process.platform}-${process.arch}`);
  await mkdir(folder, { recursive: true });
  for (const name of shared) {
    if (!(await exists(path.join(folder, name)))) await symlink(path.join(newest, name), path.join(folder, name));
  }
  const missing = [];
  for (const name of own) if (!(await isBuilt(path.join(folder, name)))) missing.push(name);
  if (missing.length === 0) return folder;
  report(`building ${missing.join(', ')} ${version} into ${folder} (once per machine, some minutes)`);
  const module = await writeModule(folder, version);
  for (const name of missing) await build(name, { folder, module, version });
  return folder;
}

async function build(name, { folder, module, version }) {
  const [, minor] = version.split('.');
  const flags = [
    '-s -w',
    `-X k8s.io/component-base/version.gitVersion=v${version}`,
    '-X k8s.io/component-base/version.gitMajor=1',
    `-X k8s.io/component-base/version.gitMinor=${minor}`,
  ].join(' ');
  const temporary = path.join(folder, `.${name}.${process.pid}`);
  const args = ['build', '-trimpath', '-buildvcs=false', '-ldflags', flags, '-o', temporary];
  await execute('nice', ['-n', '19', 'go', ...args, `k8s.io/kubernetes/cmd/${name}`], {
    cwd: module,
    env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=mod' },
    maxBuffer: 64 * 1024 * 1024,
  });
  await rename(temporary, path.join(folder, name));
}

/** A module that needs this release: its own go.mod refers to folders of its repository, which a module does not have. */
async function writeModule(folder, version) {
  const { stdout } = await execute('go', ['mod', 'download', '-json', `k8s.io/kubernetes@v${version}`]);
  const text = await readFile(JSON.parse(stdout).GoMod, 'utf8');
  const staged = [...text.matchAll(/^\s*(?:replace\s+)?(k8s\.io\/\S+) => \.\/staging\//gm)].map(([, name]) => name);
  const library = `v0.${version.split('.').slice(1).join('.')}`;
  const lines = [
    'module kbts.dev/control-plane/release',
    `go ${/^go (\S+)/m.exec(text)?.[1]}`,
    `require k8s.io/kubernetes v${version}`,
    ...new Set(staged.map((name) => `replace ${name} => ${name} ${library}`)),
  ];
  const module = path.join(folder, 'module');
  await mkdir(module, { recursive: true });
  await writeFile(path.join(module, 'go.mod'), `${lines.join('\n')}\n`);
  return module;
}

/** A link is what an earlier version of this script put there. */
async function isBuilt(file) {
  return (await exists(file)) && (await lstat(file)).isFile();
}

async function exists(file) {
  return access(file).then(
    () => true,
    () => false,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const version of process.argv.slice(2)) process.stdout.write(`${await buildRelease(version)}\n`);
}
