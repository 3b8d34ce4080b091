/** Where the declarations of kbts' own modules are: sources in a clone, declaration files in a built package. */
import path from 'node:path';
import { packageRoot } from '../package-root.js';
import { findVendor, once } from './load.js';

/** Declarations of `kbts/runtime` that can be part of a type; the whole module would bring the client with it. */
const RUNTIME_MODULES = ['object/schema-types', 'object/meta'];

/** The file name under which the checker sees `kbts/runtime`. */
export const RUNTIME_FILE = '/kbts-runtime.d.ts';

/** The folder of the declarations. */
export const ownTypesFolder: () => string = once(() =>
  path.join(packageRoot(), ...(findVendor('typescript') === undefined ? ['src'] : ['dist', 'types'])),
);

/** What `RUNTIME_FILE` says. */
export function runtimeText(): string {
  const folder = path.join(ownTypesFolder(), 'runtime').split(path.sep).join('/');
  const reexports = RUNTIME_MODULES.map((module) => `export * from '${folder}/${module}.js';`);
  return [...reexports, 'export interface TypeMeta { apiVersion?: string; kind?: string }', ''].join('\n');
}

/** The file of a module of kbts; `undefined` for those that have no types for a schema. */
export function ownTypesFile(specifier: string): string | undefined {
  if (specifier === 'kbts/runtime') return RUNTIME_FILE;
  const subpath = /^kbts\/k8s(\/.*)?$/.exec(specifier);
  if (subpath === null) return undefined;
  const extension = findVendor('typescript') === undefined ? 'ts' : 'd.ts';
  return path.join(ownTypesFolder(), 'k8s', subpath[1] ?? '', `index.${extension}`);
}

/** The file of any module of kbts that operators import, with all of its types. */
export function ownModuleFile(specifier: string): string | undefined {
  const [, name = '', subpath = ''] = /^kbts\/(runtime|k8s)((?:\/[\w-]+)*)$/.exec(specifier) ?? [];
  if (name === '') return undefined;
  const extension = findVendor('typescript') === undefined ? 'ts' : 'd.ts';
  const module = name === 'runtime' && subpath !== '' ? `runtime/entry${subpath}` : `${name}${subpath}/index`;
  return path.join(ownTypesFolder(), `${module}.${extension}`);
}

/** Whether a file holds declarations of kbts itself. */
export function isOwnFile(file: string): boolean {
  return file.startsWith(ownTypesFolder() + path.sep);
}

/** The module that a file of kbts or of the client library belongs to. */
export function ownSpecifier(file: string): string | undefined {
  if (file === RUNTIME_FILE) return 'kbts/runtime';
  if (/[\\/]node_modules[\\/]@kubernetes[\\/]client-node[\\/]/.test(file)) return '@kubernetes/client-node';
  const folder = ownTypesFolder();
  if (!file.startsWith(folder + path.sep)) return undefined;
  const relative = file
    .slice(folder.length + 1)
    .split(path.sep)
    .join('/');
  if (relative.startsWith('runtime/')) return 'kbts/runtime';
  const group = /^k8s\/generated\/types\/([a-z]+)-(v[a-z0-9]+)\./.exec(relative);
  return group === null ? 'kbts/k8s' : `kbts/k8s/${group[1] ?? ''}/${group[2] ?? ''}`;
}
