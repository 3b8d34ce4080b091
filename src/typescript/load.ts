/**
 * Loads the TypeScript compiler that ts-morph carries. Built packages have it as one minified script with V8's
 * compiled form beside it, which loads several times faster than the original.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as TsMorph from 'ts-morph';
import { runScript, scriptFiles, type ScriptFiles } from '../compiled-script.js';

/** What ts-morph exports. */
export type TsMorphModule = typeof TsMorph;

/** The compiler API. */
export type TypeScript = TsMorphModule['ts'];

const loaded = createRequire(import.meta.url);

/** ts-morph as a whole; loaded once. */
export const loadTsMorph: () => TsMorphModule = once(() => {
  const vendor = findVendor('ts-morph');
  const module = (vendor === undefined ? loaded('ts-morph') : runBundle(vendor)) as TsMorphModule;
  compilers.push(module.ts);
  return module;
});

/** The compiler alone: all that reading types needs. Loaded once; the one of ts-morph when that is there already. */
export function loadTypeScript(): TypeScript {
  const [known] = compilers;
  return known ?? loadCompiler();
}

/**
 * The scanner and parser of the compiler, which load in a third of the time: all that plain types need. A built package
 * has them as a bundle of their own; elsewhere, and when the compiler is there already, this is the compiler.
 */
export function loadParser(): TypeScript {
  const [known] = compilers;
  return known ?? parserAlone() ?? loadCompiler();
}

/** The parser with the binder and the checker: all that other types need. Half of the compiler, otherwise the same. */
export function loadChecker(): TypeScript {
  const [known] = compilers;
  return known ?? checkerAlone() ?? loadCompiler();
}

/** Whether this can check types. */
export function hasChecker(ts: TypeScript): boolean {
  return 'createTypeChecker' in ts;
}

const parserAlone = once(() => part('parser'));

const checkerAlone = once(() => part('checker'));

function part(name: 'parser' | 'checker'): TypeScript | undefined {
  const vendor = findVendor(name);
  const files = vendor && { ...vendor, isVaried: name === 'checker' };
  return files === undefined ? undefined : (runScript(files) as TypeScript);
}

/** At most one: a compiler that came with ts-morph. Loaded code is state of the process in any case. */
const compilers: TypeScript[] = [];

const loadCompiler = once((): TypeScript => {
  const vendor = findVendor('typescript') ?? findVendor('ts-morph');
  // ts-morph wraps this module; asking for it directly saves loading the wrapper.
  const module =
    vendor === undefined ? createRequire(loaded.resolve('ts-morph'))('@ts-morph/common') : runBundle(vendor);
  const exported = module as Partial<Pick<TsMorphModule, 'ts'>>;
  return exported.ts ?? (module as TypeScript);
});

/** What `make` gives, made when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The bundle beside the built CLI, if this is a built CLI. */
export function findVendor(
  name: 'checker' | 'parser' | 'ts-morph' | 'typescript',
  from: string = import.meta.url,
): ScriptFiles | undefined {
  let folder = path.dirname(fileURLToPath(from));
  for (let level = 0; level < 4; level++) {
    const script = path.join(folder, 'vendor', `${name}.cjs`);
    if (existsSync(script)) return scriptFiles(script);
    folder = path.dirname(folder);
  }
  return undefined;
}

/** ts-morph asks for the compiler, which is a bundle of its own. */
function runBundle(vendor: ScriptFiles): unknown {
  const plain = createRequire(vendor.script);
  return runScript(vendor, (id) => {
    const compiler =
      id === './typescript.cjs' ? findVendor('typescript', pathToFileURL(path.dirname(vendor.script)).href) : undefined;
    return compiler === undefined ? plain(id) : runScript(compiler);
  });
}
