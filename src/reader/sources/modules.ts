/** Module specifiers → files: relative paths, path aliases, package imports and npm packages. */
import path from 'node:path';
import { readRegularText } from '../../regular-file.js';
import type { FileView } from './files.js';

/** What a specifier means. */
export type ModuleTarget =
  | { readonly kind: 'file'; readonly file: string }
  /** kbts itself or a client library: its types are known, its files are never read. */
  | { readonly kind: 'known'; readonly specifier: string }
  | { readonly kind: 'missing' };

/** Finds modules the way TypeScript does, as far as types need it. */
export interface ModuleResolver {
  resolve(specifier: string, fromFile: string): ModuleTarget;
  /** The declarations of an installed package, also of one whose types are known. */
  resolvePackage(specifier: string, fromFile: string): string | undefined;
}

const KNOWN = /^(?:kbts(?:\/.*)?|@kubernetes\/client-node(?:\/.*)?)$/;

/** A resolver for the project at `root`. */
export function makeModuleResolver(files: FileView, root: string): ModuleResolver {
  const cache = new Map<string, ModuleTarget>();
  const config = path.join(root, 'tsconfig.json');
  // A folder or device in its place is an error; without the file there are no aliases.
  if (files.read(config) === undefined) readRegularText(config, { shown: 'tsconfig.json' });
  const aliases = readAliases(files, config);
  const find = (specifier: string, fromFile: string): ModuleTarget => {
    if (KNOWN.test(specifier)) return { kind: 'known', specifier };
    const folder = path.dirname(fromFile);
    const file =
      /^\.{0,2}\//.test(specifier) || specifier === '.' || specifier === '..'
        ? findFile(files, path.resolve(folder, specifier))
        : (findAliased(files, aliases, specifier) ??
          findPackageImport(files, root, specifier) ??
          findPackage(files, folder, specifier));
    return file === undefined ? { kind: 'missing' } : { kind: 'file', file };
  };
  return {
    resolve: (specifier, fromFile) => {
      const key = `${path.dirname(fromFile)}\0${specifier}`;
      const known = cache.get(key) ?? find(specifier, fromFile);
      cache.set(key, known);
      return known;
    },
    resolvePackage: (specifier, fromFile) => findPackage(files, path.dirname(fromFile), specifier),
  };
}

/** `./a.js` may be a.ts, a.d.ts, a/index.ts …. */
function findFile(files: FileView, base: string): string | undefined {
  const isFile = (file: string): boolean => files.isFile(file);
  const script = /^(.*)\.([cm]?)jsx?$/.exec(base);
  const [, stem = '', flavour = ''] = script ?? [];
  const sources = script === null ? [] : [`${stem}.${flavour}ts`, `${stem}.tsx`, `${stem}.d.${flavour}ts`];
  if (/\.[cm]?tsx?$/.test(base)) sources.push(base);
  return sources.find(isFile) ?? fileNames(base).find(isFile) ?? folderNames(base).find(isFile);
}

function fileNames(base: string): string[] {
  return ['.ts', '.tsx', '.d.ts', '.mts', '.d.mts'].map((extension) => base + extension);
}

function folderNames(base: string): string[] {
  return ['index.ts', 'index.d.ts', 'index.mts', 'index.d.mts'].map((name) => path.join(base, name));
}

/** `compilerOptions.paths` of tsconfig.json: pattern → folders. */
type Aliases = readonly { readonly pattern: string; readonly targets: readonly string[] }[];

function readAliases(files: FileView, file: string, depth = 0): Aliases {
  const folder = path.dirname(file);
  const config = record(readJson(files, file));
  const options = record(config.compilerOptions);
  if (options.paths === undefined) return inheritedAliases(files, folder, config.extends, depth);
  const base = path.resolve(folder, typeof options.baseUrl === 'string' ? options.baseUrl : '.');
  const aliases = Object.entries(record(options.paths)).map(([pattern, targets]) => ({
    pattern,
    targets: texts(targets).map((target) => path.resolve(base, target)),
  }));
  // The longest pattern wins, as in TypeScript.
  return aliases.sort((left, right) => right.pattern.length - left.pattern.length);
}

/** `extends` of tsconfig.json, as far as it names files; the last one wins. */
function inheritedAliases(files: FileView, folder: string, extended: unknown, depth: number): Aliases {
  const parents = typeof extended === 'string' ? [extended] : texts(extended);
  for (const parent of depth > 5 ? [] : parents.toReversed()) {
    if (!parent.startsWith('.')) continue;
    const file = path.resolve(folder, parent);
    const aliases = readAliases(files, file.endsWith('.json') ? file : `${file}.json`, depth + 1);
    if (aliases.length > 0) return aliases;
  }
  return [];
}

function findAliased(files: FileView, aliases: Aliases, specifier: string): string | undefined {
  for (const { pattern, targets } of aliases) {
    const rest = matchStar(pattern, specifier);
    if (rest === undefined) continue;
    for (const target of targets) {
      const file = findFile(files, target.replace('*', rest));
      if (file !== undefined) return file;
    }
  }
  return undefined;
}

/** `#api/*` of package.json's `imports`. */
function findPackageImport(files: FileView, root: string, specifier: string): string | undefined {
  if (!specifier.startsWith('#')) return undefined;
  const manifest = readJson(files, path.join(root, 'package.json'));
  const target = exportTarget(record(record(manifest).imports), specifier);
  return target === undefined ? undefined : findFile(files, path.resolve(root, target));
}

function findPackage(files: FileView, fromFolder: string, specifier: string): string | undefined {
  const match = /^(@[^/]+\/[^/]+|[^@/][^/]*)(?:\/(.+))?$/.exec(specifier);
  const name = match?.[1];
  if (name === undefined) return undefined;
  const typesName = `@types/${name.replace(/^@([^/]+)\//, '$1__')}`;
  for (let folder = fromFolder; ; folder = path.dirname(folder)) {
    for (const candidate of [name, typesName]) {
      const file = findInPackage(files, path.join(folder, 'node_modules', candidate), match?.[2]);
      // Stores such as pnpm's keep what a package needs beside the place that a link leads to, as TypeScript knows.
      if (file !== undefined) return files.realPath(file);
    }
    if (folder === path.dirname(folder)) return undefined;
  }
}

function findInPackage(files: FileView, folder: string, subpath: string | undefined): string | undefined {
  const manifestFile = path.join(folder, 'package.json');
  if (!files.isFile(manifestFile)) return undefined;
  const manifest = record(readJson(files, manifestFile));
  const key = subpath === undefined ? '.' : `./${subpath}`;
  const exports =
    typeof manifest.exports === 'string' ||
    (!('.' in record(manifest.exports)) && subpath === undefined && !hasSubpaths(manifest.exports))
      ? { '.': manifest.exports }
      : record(manifest.exports);
  const exported = exportTarget(exports, key);
  if (exported !== undefined) return findFile(files, path.join(folder, exported));
  if (subpath !== undefined) return findFile(files, path.join(folder, subpath));
  const entry = [manifest.types, manifest.typings, manifest.main].find((value) => typeof value === 'string');
  return findFile(files, path.join(folder, typeof entry === 'string' ? entry : 'index'));
}

function hasSubpaths(exports: unknown): boolean {
  return Object.keys(record(exports)).some((key) => key.startsWith('.'));
}

/** The target for types of an `exports` or `imports` map. */
function exportTarget(map: Readonly<Record<string, unknown>>, key: string): string | undefined {
  for (const [pattern, target] of Object.entries(map).sort(([left], [right]) => right.length - left.length)) {
    const rest = matchStar(pattern, key);
    const chosen = rest === undefined ? undefined : chooseCondition(target);
    if (rest !== undefined && chosen !== undefined) return chosen.replace('*', rest);
  }
  return undefined;
}

function chooseCondition(target: unknown): string | undefined {
  if (typeof target === 'string') return target;
  if (Array.isArray(target)) return target.map(chooseCondition).find((value) => value !== undefined);
  const conditions = record(target);
  for (const [condition, value] of Object.entries(conditions)) {
    if (!['types', 'import', 'node', 'require', 'default'].includes(condition)) continue;
    const chosen = chooseCondition(value);
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}

function matchStar(pattern: string, text: string): string | undefined {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === text ? '' : undefined;
  const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
  const fits = text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
  return fits ? text.slice(before.length, text.length - after.length) : undefined;
}

/** JSON with comments and trailing commas, as tsconfig.json may have. */
function readJson(files: FileView, file: string): unknown {
  const text = files.read(file);
  if (text === undefined) return undefined;
  const withoutComments = text.replaceAll(/"(?:[^"\\]|\\.)*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, (token) =>
    token.startsWith('"') ? token : '',
  );
  try {
    return JSON.parse(withoutComments.replaceAll(/,(\s*[\]}])/g, '$1')) as unknown;
  } catch (error) {
    // A broken tsconfig.json or package.json has no aliases for us; the tools that own it report it better.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
