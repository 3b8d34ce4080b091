/**
 * Runs bundled scripts with V8's compiled form beside them, which loads several times faster than the text alone
 * and which Node 20 keeps for nothing by itself.
 */
import { isAscii } from 'node:buffer';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { getHeapCodeStatistics } from 'node:v8';
import { Script } from 'node:vm';

/** A script and its compiled form. */
export interface ScriptFiles {
  readonly script: string;
  /** Replaced when it is of another Node version, or of another text. */
  readonly cache: string;
  /** Whether each use needs other parts of it: then the compiled form grows until all of them are in it. */
  readonly isVaried?: boolean;
}

/** The compiled form of `script` for this Node, of which there may be several for different `uses`. */
export function scriptFiles(script: string, use = ''): ScriptFiles {
  const suffix = use === '' ? '' : `.${use}`;
  return { script, cache: `${script}.${process.version}-${process.arch}${suffix}.cache` };
}

/** What has been loaded, as `require` keeps it. */
const scripts = new Map<string, unknown>();

/** Runs a CommonJS script and gives what it exports; once only, as `require` does. It cannot use `import()`. */
export function runScript(files: ScriptFiles, require: (id: string) => unknown = createRequire(files.script)): unknown {
  if (!scripts.has(files.script)) scripts.set(files.script, run(files, require));
  return scripts.get(files.script);
}

function run(files: ScriptFiles, require: (id: string) => unknown): unknown {
  const kept = existsSync(files.cache) ? readFileSync(files.cache) : undefined;
  const cachedData = kept?.subarray(HEADER);
  const bytes = readFileSync(files.script);
  // Decoding a few megabytes of UTF-8 takes longer than all the rest; minified bundles are ASCII.
  const source = isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8');
  // Built scripts have it around them already: the text is copied otherwise, and V8 keeps both.
  const wrapped = source.startsWith(WRAPPER) ? source : `${WRAPPER}${source}\n})`;
  const script = new Script(wrapped, { filename: files.script, cachedData });
  const module = { exports: {} as unknown };
  const main: unknown = script.runInThisContext();
  if (typeof main !== 'function') throw new TypeError(`${files.script} is not a CommonJS bundle`);
  main(module.exports, require, module, files.script, path.dirname(files.script));
  const isKept = kept !== undefined && kept.length > HEADER && script.cachedDataRejected !== true;
  const known = isKept ? { length: kept.length - HEADER, density: kept.readDoubleLE() } : undefined;
  scriptsOfProcess().push({ script, files, known });
  return module.exports;
}

/** What a CommonJS module is the body of. */
const WRAPPER = '(function (exports, require, module, __filename, __dirname) {';

/** Before the compiled form: how much code there was in the process for each byte of all its compiled forms. */
const HEADER = 8;

/** How much more code than then means that functions are missing in it, and that it is worth writing again. */
const GROWTH = 1.05;

interface LoadedScript {
  readonly script: Script;
  readonly files: ScriptFiles;
  /** The compiled form that was kept. */
  readonly known: { readonly length: number; readonly density: number } | undefined;
}

/** All scripts that were run, also by copies of this module: each script has one. */
function scriptsOfProcess(): LoadedScript[] {
  const known = globalThis as { [ALL]?: LoadedScript[] };
  if (known[ALL] === undefined) {
    const all: LoadedScript[] = [];
    known[ALL] = all;
    process.once('exit', (code) => {
      if (code === 0) saveCompiled(all);
    });
  }
  return known[ALL];
}

const ALL = Symbol.for('kbts.scripts');

/** Written after use, so that the compiled form contains the functions that were needed. */
function saveCompiled(all: readonly LoadedScript[]): void {
  const varied = all.find(({ files }) => files.isVaried === true);
  const missing = all.filter(({ known }) => known === undefined);
  if (varied === undefined && missing.length === 0) return;
  const code = getHeapCodeStatistics().bytecode_and_metadata_size;
  const kept = all.reduce((sum, { known }) => sum + (known?.length ?? 0), 0);
  const hasGrown = varied !== undefined && code > kept * (varied.known?.density ?? 0) * GROWTH;
  const forms = new Map((hasGrown ? all : missing).map((one) => [one, one.script.createCachedData()]));
  const total = all.reduce((sum, one) => sum + (forms.get(one)?.length ?? one.known?.length ?? 0), 0);
  const header = Buffer.alloc(HEADER);
  header.writeDoubleLE(code / total);
  for (const [{ files }, form] of forms) save(files.cache, Buffer.concat([header, form]));
}

/** A failure is ignored: a read-only installation stays slow but works. */
function save(file: string, content: Buffer): void {
  const temporary = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(temporary, content);
    renameSync(temporary, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (existsSync(temporary)) rmSync(temporary);
  }
}
