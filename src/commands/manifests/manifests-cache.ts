/** Remembers what manifests were made from, so that nothing is parsed when nothing has changed. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../errors.js';
import type { Diagnostic } from '../../model/diagnostic.js';
import { listSources } from '../../reader/sources/source-list.js';
import { readRegularFile, readRegularText } from '../../regular-file.js';
import { isBelow, realPath } from '../../scaffold/inside-root.js';
import { buildId } from './build-id.js';
import type { RightsMode } from './project-options.js';

/** What is remembered: hashes of all inputs and outputs. */
interface Remembered {
  readonly sources: readonly string[];
  /** Path → hash, or null for a file that was looked for and not found. */
  readonly inputs: Readonly<Record<string, string | null>>;
  readonly outputs: Readonly<Record<string, string | null>>;
  /** Path → where links led to; another package may be at the same path now. */
  readonly links: Readonly<Record<string, string | null>>;
  /** The folder of the CRDs: no other YAML may be in it than the outputs. */
  readonly crdFolder: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** What a finished plan tells the cache. */
export interface Finished {
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly diagnostics: readonly Diagnostic[];
  readonly inputs: ReadonlyMap<string, string | undefined>;
  readonly links?: ReadonlyMap<string, string>;
  readonly besides?: ReadonlyMap<string, string | undefined>;
  readonly crdFolder?: string;
}

/** The options of a run; each set of them has a cache of its own. */
interface CachedOptions {
  readonly root?: string;
  readonly generators?: readonly string[];
  readonly paths?: readonly string[];
  readonly schemaPatch?: string;
  readonly rights?: RightsMode;
}

/** The cache of one project and one set of options. */
export interface ManifestsCache {
  /** The diagnostics of last time, when nothing at all has changed since. */
  look(): { readonly diagnostics: readonly Diagnostic[] } | undefined;
  remember(plan: Finished): void;
}

/** A cache below `node_modules`, or none where there are no `node_modules`. */
export function openManifestsCache(
  root: string,
  options: CachedOptions,
  program: string = buildId(),
): ManifestsCache | undefined {
  // What a patch reads are the CRDs of others, which are not among the inputs.
  if (options.schemaPatch !== undefined) return undefined;
  if (!existsSync(path.join(root, 'node_modules')) || leadsOut(root)) return undefined;
  const key = hash(JSON.stringify([options, program, process.version]));
  const file = path.join(root, 'node_modules', '.cache', 'kbts', `manifests-${key.slice(0, 16)}.json`);
  return {
    look: () => {
      const remembered = load(file);
      if (remembered === undefined || !isCurrent(root, options, remembered)) return undefined;
      return { diagnostics: remembered.diagnostics };
    },
    remember: (plan) => save(file, describe(root, options, plan)),
  };
}

/** Nothing is written through a link that leads out of the project. */
function leadsOut(root: string): boolean {
  return !isBelow(realPath(root), realPath(path.join(root, 'node_modules', '.cache', 'kbts')));
}

function isCurrent(root: string, { paths }: CachedOptions, remembered: Remembered): boolean {
  const sources = listSources(root, paths).map((file) => path.relative(root, file));
  if (sources.join('\0') !== remembered.sources.join('\0')) return false;
  const matches = ([file, expected]: [string, string | null]): boolean =>
    hashFile(path.resolve(root, file)) === expected;
  return (
    Object.entries(remembered.inputs).every(matches) &&
    Object.entries(remembered.outputs).every(matches) &&
    Object.entries(remembered.links).every(([file, target]) => followed(path.resolve(root, file)) === target) &&
    hasNothingElse(root, remembered)
  );
}

/** A CRD that came back (a checkout, a merge) is stale again. */
function hasNothingElse(root: string, { crdFolder, outputs }: Remembered): boolean {
  if (crdFolder === null || !existsSync(path.resolve(root, crdFolder))) return true;
  if (!statSync(path.resolve(root, crdFolder)).isDirectory()) return false;
  return readdirSync(path.resolve(root, crdFolder))
    .filter((name) => name.endsWith('.yaml'))
    .every((name) => Object.hasOwn(outputs, path.posix.join(crdFolder, name)));
}

function describe(root: string, { paths }: CachedOptions, plan: Finished): Remembered {
  const inputs = [...plan.inputs].map(([file, text]) => [
    path.relative(root, file),
    text === undefined ? null : hash(text),
  ]);
  return {
    sources: listSources(root, paths).map((file) => path.relative(root, file)),
    inputs: Object.fromEntries(inputs) as Record<string, string | null>,
    outputs: {
      ...Object.fromEntries(
        [...(plan.besides ?? [])].map(([file, text]) => [file, text === undefined ? null : hash(text)]),
      ),
      ...Object.fromEntries(plan.files.map(({ path: file, text }) => [file, hash(text)])),
    },
    links: Object.fromEntries([...(plan.links ?? [])].map(([file, target]) => [path.relative(root, file), target])),
    crdFolder: plan.crdFolder ?? null,
    diagnostics: plan.diagnostics,
  };
}

function load(file: string): Remembered | undefined {
  try {
    const value: unknown = JSON.parse(readRegularText(file) ?? '');
    return isRemembered(value) ? value : undefined;
  } catch (error) {
    // No cache, or one that a killed process left half-written: start afresh.
    if (error instanceof SyntaxError || error instanceof UserError) return undefined;
    throw error;
  }
}

/** Somebody may have committed `node_modules` with a cache of theirs; one that makes no sense is none. */
function isRemembered(value: unknown): value is Remembered {
  if (typeof value !== 'object' || value === null) return false;
  const { sources, inputs, outputs, links, crdFolder, diagnostics } = value as Partial<
    Record<keyof Remembered, unknown>
  >;
  const isTable = (one: unknown): boolean =>
    typeof one === 'object' && one !== null && Object.values(one).every((hashed) => hashed === null || isText(hashed));
  return (
    Array.isArray(sources) &&
    sources.every(isText) &&
    isTable(inputs) &&
    isTable(outputs) &&
    isTable(links) &&
    (crdFolder === null || isText(crdFolder)) &&
    Array.isArray(diagnostics) &&
    diagnostics.every(isDiagnostic)
  );
}

function isDiagnostic(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { severity, message } = value as Partial<Record<keyof Diagnostic, unknown>>;
  return ['error', 'warning', 'note'].includes(String(severity)) && isText(message);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** A cache that cannot be written is not an error: the next run is only slower. */
function save(file: string, remembered: Remembered): void {
  const temporary = `${file}.${randomBytes(4).toString('hex')}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error) return;
    throw error;
  }
  try {
    writeFileSync(temporary, JSON.stringify(remembered));
    renameSync(temporary, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    rmSync(temporary, { force: true });
  }
}

function hashFile(file: string): string | null {
  try {
    const bytes = readRegularFile(file);
    if (bytes === undefined) return null;
    const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return hash(hasMark ? bytes.subarray(3) : bytes);
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}

/** Where a path leads to; null where nothing is. */
function followed(file: string): string | null {
  try {
    return realpathSync.native(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

/** A string and its bytes in UTF-8 have one hash. */
function hash(content: string | Uint8Array): string {
  return createHash('sha1').update(content).digest('base64');
}
