/**
 * Runs bundled scripts with V8's compiled form beside them, which loads several times faster than the text alone
 * and which Node 20 keeps for nothing by itself.
 */
import { isAscii } from 'node:buffer';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

/** A script and its compiled form. */
export interface ScriptFiles {
  readonly script: string;
  /** Replaced when it is of another Node version, or of another text. */
  readonly cache: string;
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
  const cachedData = existsSync(files.cache) ? readFileSync(files.cache) : undefined;
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
  if (cachedData === undefined || script.cachedDataRejected === true) saveCompiled(script, files.cache);
  return module.exports;
}

/** Written after use, so that the compiled form contains the functions that were needed. A failure is ignored. */
function saveCompiled(script: Script, file: string): void {
  process.once('exit', (code) => {
    if (code !== 0) return;
    const temporary = `${file}.${process.pid}`;
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(temporary, script.createCachedData());
      renameSync(temporary, file);
    } catch (error) {
      // A read-only installation stays slow but works.
      if (!(error instanceof Error && 'code' in error)) throw error;
      if (existsSync(temporary)) rmSync(temporary);
    }
  });
}
