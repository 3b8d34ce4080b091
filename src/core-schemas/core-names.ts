/** Which names of which modules mean a type of Kubernetes. */
import { names } from './data/names.js';
import { once } from './once.js';

/** Where a type lives: group folder and version of k8s.io/api, and its Go name, as in `core/v1.PodTemplateSpec`. */
export type CoreTypeId = `${string}.${string}`;

/** Types of `kbts/runtime` that Kubernetes has too; all are of meta/v1. */
const RUNTIME_NAMES = new Set([
  'Condition',
  'Duration',
  'IntOrString',
  'ListMeta',
  'ManagedFieldsEntry',
  'MicroTime',
  'ObjectMeta',
  'OwnerReference',
  'Quantity',
  'RawExtension',
  'Time',
]);

const META = 'meta/v1';
const ROOT = 'kbts/k8s';
const CLIENT_NODE = '@kubernetes/client-node';

/** The type that `name` means when it is imported from `moduleSpecifier`. */
export function resolveCoreType(moduleSpecifier: string, name: string): CoreTypeId | undefined {
  if (moduleSpecifier === 'kbts/runtime') return RUNTIME_NAMES.has(name) ? `${META}.${name}` : undefined;
  if (moduleSpecifier === ROOT) return fromRoot(name);
  if (moduleSpecifier === CLIENT_NODE) return fromClientNode(name);
  const subpath = subpathOf(moduleSpecifier);
  return subpath !== undefined && index().bySubpath.get(subpath)?.has(name) ? `${subpath}.${name}` : undefined;
}

/** All names that `resolveCoreType` knows of a module, sorted; `undefined` for a module that has nothing to do with Kubernetes. */
export function knownNames(moduleSpecifier: string): readonly string[] | undefined {
  if (moduleSpecifier === 'kbts/runtime') return [...RUNTIME_NAMES].sort();
  if (moduleSpecifier === ROOT) return [...index().root.keys()].sort();
  if (moduleSpecifier === CLIENT_NODE) return [...index().bySubpath].flatMap(clientNodeNames).sort();
  const subpath = subpathOf(moduleSpecifier);
  return subpath === undefined ? undefined : [...(index().bySubpath.get(subpath) ?? [])].sort();
}

/** `kbts/k8s/core/v1` → `core/v1`. */
function subpathOf(moduleSpecifier: string): string | undefined {
  if (!moduleSpecifier.startsWith(`${ROOT}/`)) return undefined;
  const subpath = moduleSpecifier.slice(ROOT.length + 1);
  return index().bySubpath.has(subpath) ? subpath : undefined;
}

interface NameIndex {
  readonly bySubpath: ReadonlyMap<string, ReadonlySet<string>>;
  /** Where the names of the root live. */
  readonly root: ReadonlyMap<string, string>;
}

/** A word that begins with `-` is a name that the root does not export. */
const index = once((): NameIndex => {
  const words = Object.entries(names).map(([subpath, text]) => [subpath, text.split(' ')] as const);
  const atRoot = words.flatMap(([subpath, list]) =>
    list.filter((word) => !word.startsWith('-')).map((name) => [name, subpath] as const),
  );
  const bySubpath = words.map(
    ([subpath, list]) => [subpath, new Set(list.map((word) => word.replace('-', '')))] as const,
  );
  return { bySubpath: new Map(bySubpath), root: new Map(atRoot) };
});

function fromRoot(name: string): CoreTypeId | undefined {
  const subpath = index().root.get(name);
  return subpath === undefined ? undefined : `${subpath}.${name}`;
}

/** `V1PodSpec` is the PodSpec of the only group that has one in v1; `CoreV1Event` says which group is meant. */
function fromClientNode(name: string): CoreTypeId | undefined {
  const parts = /^(?<group>[A-Z][a-z]+)?(?<version>V\d+(?:(?:alpha|beta)\d+)?)(?<kind>[A-Z]\w*)$/.exec(name)?.groups;
  if (!parts) return name === 'IntOrString' ? `${META}.IntOrString` : undefined;
  const kind = parts['kind'] ?? '';
  const found = [...index().bySubpath.keys()].filter((subpath) => {
    const [group = '', version = ''] = subpath.split('/');
    const isGroup = parts['group'] === undefined || parts['group'].toLowerCase() === group;
    return isGroup && version === parts['version']?.toLowerCase() && index().bySubpath.get(subpath)?.has(kind);
  });
  // Types that all groups share have no prefix, whoever else has the name.
  const subpath = found.includes(META) ? META : found[0];
  return subpath !== undefined && (found.length === 1 || subpath === META) ? `${subpath}.${kind}` : undefined;
}

function clientNodeNames([subpath, own]: readonly [string, ReadonlySet<string>]): readonly string[] {
  const [group = '', version = ''] = subpath.split('/');
  const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);
  return [...own].map((name) => {
    const short = `${capital(version)}${name}`;
    return fromClientNode(short) === `${subpath}.${name}` ? short : `${capital(group)}${short}`;
  });
}
