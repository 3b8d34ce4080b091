/** The Go types of Kubernetes as data, grouped as `kbts/k8s` groups them. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const MODULE = join(dirname(fileURLToPath(import.meta.url)), 'gotypes');

/** Several Go packages make up `meta/v1`: what every API shares. */
export const META = 'meta/v1';
const META_PACKAGES = {
  'k8s.io/apimachinery': ['pkg/apis/meta/v1', 'pkg/api/resource', 'pkg/util/intstr', 'pkg/runtime', 'pkg/types'],
};
/** Of these helper packages only the types that stand in API objects are wanted. */
const PICKED = {
  'k8s.io/apimachinery/pkg/api/resource': ['Quantity'],
  'k8s.io/apimachinery/pkg/util/intstr': ['IntOrString'],
  'k8s.io/apimachinery/pkg/runtime': ['RawExtension'],
  'k8s.io/apimachinery/pkg/types': ['UID', 'NodeName', 'PatchType'],
};
/** Types of meta/v1 that never stand in JSON. */
const META_SKIPPED = new Set(['InternalEvent', 'Timestamp']);
const OTHER_PACKAGES = [
  ['k8s.io/apiextensions-apiserver', 'pkg/apis/apiextensions/v1', 'apiextensions/v1'],
  ['k8s.io/kube-aggregator', 'pkg/apis/apiregistration/v1', 'apiregistration/v1'],
];
/** Sent to webhooks, so no API server lists them. */
const UNLISTED = new Set(['admission/v1', 'imagepolicy/v1alpha1']);

/** Reads the pinned modules; `groupVersions` are those that the API server can serve. */
export function readModel(groupVersions) {
  const sources = [...apiPackages(), ...otherPackages()];
  const output = execFileSync('go', ['run', '.', ...sources.map(({ path, folder }) => `${path}=${folder}`)], {
    cwd: MODULE,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const packages = JSON.parse(output).map((read, index) => ({
    ...read,
    types: read.types ?? [],
    subpath: sources[index].subpath,
  }));
  const wanted = packages.filter(
    (read) => read.subpath === META || UNLISTED.has(read.subpath) || isServed(read, groupVersions),
  );
  return { packages: wanted.map(prune), folders: new Map(sources.map(({ path, folder }) => [path, folder])) };
}

function isServed({ group, subpath }, groupVersions) {
  const version = subpath.slice(subpath.lastIndexOf('/') + 1);
  return groupVersions.has(group ? `${group}/${version}` : version);
}

function prune(read) {
  const picked = PICKED[read.path];
  const keep = ({ name }) => (picked ? picked.includes(name) : !(read.subpath === META && META_SKIPPED.has(name)));
  return { ...read, version: read.subpath.slice(read.subpath.lastIndexOf('/') + 1), types: read.types.filter(keep) };
}

function apiPackages() {
  const root = moduleFolder('k8s.io/api');
  return foldersIn(root).flatMap((group) =>
    foldersIn(join(root, group))
      .filter((version) => /^v\d+((alpha|beta)\d+)?$/.test(version))
      .map((version) => ({
        path: `k8s.io/api/${group}/${version}`,
        folder: join(root, group, version),
        subpath: `${group}/${version}`,
      })),
  );
}

function foldersIn(folder) {
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function otherPackages() {
  const meta = Object.entries(META_PACKAGES).flatMap(([module, folders]) =>
    folders.map((folder) => [module, folder, META]),
  );
  return [...meta, ...OTHER_PACKAGES].map(([module, folder, subpath]) => ({
    path: `${module}/${folder}`,
    folder: join(moduleFolder(module), folder),
    subpath,
  }));
}

function moduleFolder(module) {
  return execFileSync('go', ['list', '-m', '-f', '{{.Dir}}', module], { cwd: MODULE, encoding: 'utf8' }).trim();
}
