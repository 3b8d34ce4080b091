/** The files that a checker may come to: the reader's own syntax trees, each bound once, when the checker comes to it. */
import path from 'node:path';
import type { ts } from 'ts-morph';
import type { TypeScript } from '../../typescript/load.js';
import { ownTypesFile, RUNTIME_FILE, runtimeText } from '../../typescript/own-types.js';
import type { Program } from '../sources/program.js';
import { outlineOf } from './file-outline.js';

/** The tree of a file that is the same in every run, for each compiler. */
const runtimeTrees = new WeakMap<TypeScript, ts.SourceFile>();

/** Files by their normalized names. */
export class CheckerFiles {
  /** Each behind those that it leads to, which is the order of TypeScript. */
  readonly known: string[] = [];
  /** Those that may declare something for others. */
  readonly global = new Set<string>();
  hasInterop = false;
  private readonly seen = new Set<string>();
  private readonly loaded = new Map<string, ts.SourceFile | undefined>();
  private readonly program: Program;
  private readonly bind: (file: ts.SourceFile) => void;

  constructor(program: Program, bind: (file: ts.SourceFile) => void) {
    this.program = program;
    this.bind = bind;
  }

  /** Adds a file and all that it leads to. */
  add(file: string): void {
    if (this.seen.has(file)) return;
    this.seen.add(file);
    const { program } = this;
    const unit = file === RUNTIME_FILE ? undefined : program.unit(file);
    if (unit === undefined && file !== RUNTIME_FILE) return;
    const outline = unit === undefined ? undefined : outlineOf(program.ts, unit);
    for (const specifier of outline?.references ?? []) this.follow(specifier, file);
    for (const specifier of outline?.specifiers ?? runtimeModules()) this.follow(specifier, file);
    this.known.push(file);
    if (outline?.isGlobal === true) this.global.add(file);
    if (outline?.isInterop === true) this.hasInterop = true;
  }

  /** The bound tree of a file; `undefined` for files that nothing leads to. */
  load(name: string): ts.SourceFile | undefined {
    const asked = this.loaded.get(name);
    if (asked !== undefined) return asked;
    const file = path.normalize(name);
    const known = this.loaded.get(file);
    if (known !== undefined || !this.seen.has(file)) return known;
    const { program } = this;
    const tree = file === RUNTIME_FILE ? runtimeTree(program.ts) : program.unit(file)?.tree();
    if (tree === undefined) return undefined;
    this.bind(tree);
    this.loaded.set(file, tree);
    return tree;
  }

  /** What a specifier means in a file. */
  resolve(specifier: string, from: string): ts.ResolvedModuleFull | undefined {
    const target = this.program.resolveModule(specifier, from);
    const file = target.kind === 'known' ? this.knownFile(specifier, from) : target.kind === 'file' ? target.file : '';
    const extension = /(?:\.d)?\.[cm]?tsx?$/.exec(file ?? '')?.[0];
    return extension === undefined ? undefined : { resolvedFileName: file ?? '', extension };
  }

  private knownFile(specifier: string, from: string): string | undefined {
    return specifier.startsWith('kbts') ? ownTypesFile(specifier) : this.program.resolvePackage(specifier, from);
  }

  private follow(specifier: string, from: string): void {
    const found = this.resolve(specifier, from)?.resolvedFileName;
    if (found !== undefined && !this.seen.has(found)) this.add(path.normalize(found));
  }
}

function runtimeModules(): string[] {
  return [...runtimeText().matchAll(/from '([^']+)'/g)].map(([, specifier = '']) => specifier);
}

function runtimeTree(ts: TypeScript): ts.SourceFile {
  const known = runtimeTrees.get(ts) ?? ts.createSourceFile(RUNTIME_FILE, runtimeText(), ts.ScriptTarget.Latest, false);
  runtimeTrees.set(ts, known);
  return known;
}
