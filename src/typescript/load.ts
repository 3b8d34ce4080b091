/**
 * Loads the TypeScript compiler that ts-morph carries. Built packages have it as one minified script with V8's
 * compiled form beside it, which loads several times faster than the original.
 */
import { isAscii } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Script } from 'node:vm';
import type * as TsMorph from 'ts-morph';

/** What ts-morph exports. */
export type TsMorphModule = typeof TsMorph;

/** The compiler API. */
export type TypeScript = TsMorphModule['ts'];

/** Where the pre-bundled script and its compiled form are. */
export interface VendorPaths {
  readonly script: string;
  /** Must be writable; the compiled form of another Node version is replaced. */
  readonly cache: string;
}

const loaded = createRequire(import.meta.url);

/** ts-morph as a whole; loaded once. */
export const loadTsMorph: () => TsMorphModule = once(() => {
  const vendor = findVendor('ts-morph');
  const module = (vendor === undefined ? loaded('ts-morph') : loadBundle(vendor)) as TsMorphModule;
  compilers.push(module.ts);
  return module;
});

/** The compiler alone: all that reading types needs. Loaded once; the one of ts-morph when that is there already. */
export function loadTypeScript(): TypeScript {
  const [known] = compilers;
  return known ?? loadCompiler();
}

/** At most one: a compiler that came with ts-morph. Loaded code is state of the process in any case. */
const compilers: TypeScript[] = [];

const loadCompiler = once((): TypeScript => {
  const vendor = findVendor('typescript') ?? findVendor('ts-morph');
  // ts-morph wraps this module; asking for it directly saves loading the wrapper.
  const module =
    vendor === undefined ? createRequire(loaded.resolve('ts-morph'))('@ts-morph/common') : loadBundle(vendor);
  const exported = module as Partial<Pick<TsMorphModule, 'ts'>>;
  return exported.ts ?? (module as TypeScript);
});

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The bundle beside the built CLI, if this is a built CLI. */
export function findVendor(name: 'ts-morph' | 'typescript', from: string = import.meta.url): VendorPaths | undefined {
  let folder = path.dirname(fileURLToPath(from));
  for (let level = 0; level < 4; level++) {
    const script = path.join(folder, 'vendor', `${name}.cjs`);
    if (existsSync(script)) return { script, cache: `${script}.${process.version}-${process.arch}.cache` };
    folder = path.dirname(folder);
  }
  return undefined;
}

/** What has been loaded, as `require` keeps it. */
const bundles = new Map<string, unknown>();

/** Runs a CommonJS bundle, with V8's compiled form when there is a fitting one. A second call returns the same. */
export function loadBundle(vendor: VendorPaths): unknown {
  if (!bundles.has(vendor.script)) bundles.set(vendor.script, runBundle(vendor));
  return bundles.get(vendor.script);
}

function runBundle(vendor: VendorPaths): unknown {
  const cachedData = existsSync(vendor.cache) ? readFileSync(vendor.cache) : undefined;
  const bytes = readFileSync(vendor.script);
  // Decoding a few megabytes of UTF-8 takes longer than all the rest; minified bundles are ASCII.
  const source = isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8');
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: vendor.script,
    cachedData,
  });
  const module = { exports: {} as unknown };
  const run: unknown = script.runInThisContext();
  if (typeof run !== 'function') throw new TypeError(`${vendor.script} is not a CommonJS bundle`);
  run(module.exports, requireFrom(vendor.script), module, vendor.script, path.dirname(vendor.script));
  if (cachedData === undefined || script.cachedDataRejected === true) saveCompiled(script, vendor.cache);
  return module.exports;
}

/** ts-morph asks for the compiler, which is a bundle of its own. */
function requireFrom(script: string): (id: string) => unknown {
  const plain = createRequire(script);
  return (id) => {
    const compiler =
      id === './typescript.cjs' ? findVendor('typescript', pathToFileURL(path.dirname(script)).href) : undefined;
    return compiler === undefined ? plain(id) : loadBundle(compiler);
  };
}

/** Written after use, so that the compiled form holds the functions that were needed. Failing to is no error. */
function saveCompiled(script: Script, file: string): void {
  process.once('exit', () => {
    const temporary = `${file}.${randomBytes(4).toString('hex')}`;
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(temporary, script.createCachedData());
      renameSync(temporary, file);
    } catch (error) {
      // A read-only installation stays slow but works.
      if (error instanceof Error && 'code' in error) rmSync(temporary, { force: true });
      else throw error;
    }
  });
}
