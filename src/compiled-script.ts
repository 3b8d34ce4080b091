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
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: files.script,
    cachedData,
  });
  const module = { exports: {} as unknown };
  const main: unknown = script.runInThisContext();
  if (typeof main !== 'function') throw new TypeError(`${files.script} is not a CommonJS bundle`);
  main(module.exports, require, module, files.script, path.dirname(files.script));
  const isKept = kept !== undefined && kept.length > HEADER && script.cachedDataRejected !== true;
  scriptsOfProcess().push({ script, files, size: isKept ? kept.readDoubleLE() : 0 });
  return module.exports;
}

/** Before the compiled form: how much code there was in the process when it was written. */
const HEADER = 8;

/** How much more code than then makes it worth writing again. */
const GROWTH = 1.02;

interface LoadedScript {
  readonly script: Script;
  readonly files: ScriptFiles;
  /** 0 where nothing was kept. */
  readonly size: number;
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
  if (varied === undefined && all.every(({ size }) => size > 0)) return;
  const size = getHeapCodeStatistics().bytecode_and_metadata_size;
  const hasGrown = varied !== undefined && size > varied.size * GROWTH;
  const header = Buffer.alloc(HEADER);
  header.writeDoubleLE(size);
  for (const one of all) if (hasGrown || one.size === 0) save(one, header);
}

/** A failure is ignored: a read-only installation stays slow but works. */
function save({ script, files }: LoadedScript, header: Buffer): void {
  const temporary = `${files.cache}.${process.pid}`;
  try {
    mkdirSync(path.dirname(files.cache), { recursive: true });
    writeFileSync(temporary, Buffer.concat([header, script.createCachedData()]));
    renameSync(temporary, files.cache);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (existsSync(temporary)) rmSync(temporary);
  }
}
