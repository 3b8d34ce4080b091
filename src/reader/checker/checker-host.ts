/** The files of the reader as TypeScript's checker sees them: the same syntax trees, so that nodes can be asked about. */
import path from 'node:path';
import type { ts } from 'ts-morph';
import { libraryText } from '../../typescript/library.js';
import type { TypeScript } from '../../typescript/load.js';
import { ownTypesFile, RUNTIME_FILE, runtimeText } from '../../typescript/own-types.js';
import type { Program } from '../sources/program.js';

const LIBRARY_FILE = '/kbts-library.d.ts';

/** Trees of files that are the same in every run, for each compiler. */
const shared = new WeakMap<TypeScript, Map<string, ts.SourceFile>>();

/** A compiler host over the files of a program. */
export function makeCheckerHost(program: Program): ts.CompilerHost {
  const { ts } = program;
  const sourceFile = (file: string): ts.SourceFile | undefined => {
    if (file === LIBRARY_FILE) return sharedFile(ts, file, libraryText);
    if (file === RUNTIME_FILE) return sharedFile(ts, file, runtimeText);
    return program.unit(path.normalize(file))?.ast;
  };
  return {
    getSourceFile: sourceFile,
    getDefaultLibFileName: () => LIBRARY_FILE,
    getDefaultLibLocation: () => '/',
    writeFile: () => undefined,
    getCurrentDirectory: () => program.root,
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (file) => program.files.isFile(file),
    readFile: (file) => program.files.read(file),
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text }) => ({ resolvedModule: resolvedModule(program, text, from) })),
  };
}

function sharedFile(ts: TypeScript, file: string, read: () => string): ts.SourceFile {
  const files = shared.get(ts) ?? new Map<string, ts.SourceFile>();
  shared.set(ts, files);
  const known = files.get(file) ?? ts.createSourceFile(file, read(), ts.ScriptTarget.Latest, true);
  files.set(file, known);
  return known;
}

function resolvedModule(program: Program, specifier: string, from: string): ts.ResolvedModuleFull | undefined {
  const target = program.resolveModule(specifier, from);
  const file =
    target.kind === 'file' ? target.file : target.kind === 'known' ? knownFile(program, specifier, from) : '';
  if (file === undefined || file === '') return undefined;
  const extension = /(?:\.d)?\.[cm]?tsx?$/.exec(file)?.[0];
  return extension === undefined ? undefined : { resolvedFileName: file, extension };
}

function knownFile(program: Program, specifier: string, from: string): string | undefined {
  return specifier.startsWith('kbts') ? ownTypesFile(specifier) : program.resolvePackage(specifier, from);
}
