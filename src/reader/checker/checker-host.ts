/**
 * Starts TypeScript's checker over the files of the reader: the same syntax trees, so that nodes can be asked about. The
 * compiler's own way to a checker reads every file that any other leads to; here a file that declares nothing for others is
 * parsed and bound when the checker comes to it.
 */
import path from 'node:path';
import type { ts } from 'ts-morph';
import type { TypeScript } from '../../typescript/load.js';
import type { Program } from '../sources/program.js';
import { CheckerFiles } from './checker-files.js';
import { moduleAugmentations } from './file-outline.js';
import { isLibraryFile, LibraryFiles } from './library-files.js';

/** A checker, and the files that it knows. */
export interface StartedChecker {
  readonly types: ts.TypeChecker;
  /** A file of the checker by its name. */
  fileOf(name: string): ts.SourceFile | undefined;
}

/** What the compiler has and its declarations do not tell. */
interface Internals {
  bindSourceFile(file: ts.SourceFile, options: ts.CompilerOptions): void;
  createTypeChecker(host: ReturnType<typeof hostOf>): ts.TypeChecker & {
    resolveName(name: string, at: undefined, meaning: ts.SymbolFlags, excludeGlobals: boolean): ts.Symbol | undefined;
  };
}

/** A checker over the files that a program has parsed, and all that these lead to. */
export function startChecker(program: Program): StartedChecker {
  const { ts } = program;
  const internals = ts as unknown as Internals;
  const options = optionsOf(ts);
  const bind = (file: ts.SourceFile): void => {
    const name = path.normalize(file.fileName);
    Object.assign(file, {
      path: name,
      resolvedPath: name,
      originalFileName: name,
      imports: [],
      ambientModuleNames: [],
    });
    Object.assign(file, { moduleAugmentations: moduleAugmentations(ts, file) });
    internals.bindSourceFile(file, options);
  };
  const files = new CheckerFiles(program, bind);
  const roots = new Set(program.parsedFiles().sort());
  for (const file of roots) files.add(file);
  // With it, `import * as all` asks about each name that a module exports, which makes no difference to other modules.
  options.esModuleInterop = files.hasInterop;
  const load = (some: readonly string[]): ts.SourceFile[] => some.flatMap((file) => files.load(file) ?? []);
  const global = load(files.known.filter((file) => files.global.has(file)));
  const first = load(files.known.filter((file) => files.global.has(file) || roots.has(file)));
  const library = new LibraryFiles(ts, bind);
  const initial = [...library.first(global.flatMap(identifiersOf)), ...first];
  const types = internals.createTypeChecker(hostOf(program, files, options, initial));
  const { exports } = types.resolveName('globalThis', undefined, ts.SymbolFlags.Module, false) ?? {};
  if (exports === undefined) throw new Error('this compiler keeps its global names elsewhere');
  library.addTo(exports);
  return { types, fileOf: (name) => files.load(name) };
}

/** `strict` whatever tsconfig.json says: presence and null must not depend on it. */
function optionsOf(ts: TypeScript): ts.CompilerOptions {
  return {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  };
}

/** The names in a file that may add to the library's declarations. */
function identifiersOf(file: ts.SourceFile): string[] {
  return [...(file as unknown as { readonly identifiers: ReadonlyMap<string, string> }).identifiers.keys()];
}

/** What the checker asks of whoever starts it. */
function hostOf(
  { ts, root, files: view }: Program,
  files: CheckerFiles,
  options: ts.CompilerOptions,
  initial: readonly ts.SourceFile[],
) {
  const nothing = (): undefined => undefined;
  return {
    getCompilerOptions: () => options,
    getSourceFiles: () => initial,
    getSourceFile: (name: string) => files.load(name),
    getResolvedModule: ({ fileName }: ts.SourceFile, specifier: string) => ({
      resolvedModule: files.resolve(specifier, fileName),
    }),
    isSourceFileDefaultLibrary: isLibraryFile,
    getCurrentDirectory: () => root,
    useCaseSensitiveFileNames: () => true,
    fileExists: (name: string) => view.isFile(name),
    // There are no project references, and Node's two kinds of modules are not told apart.
    getModeForUsageLocation: nothing,
    getDefaultResolutionModeForFile: nothing,
    getImpliedNodeFormatForEmit: nothing,
    getRedirectFromSourceFile: nothing,
    getRedirectFromOutput: nothing,
    isSourceOfProjectReferenceRedirect: () => false,
    isSourceFileFromExternalLibrary: () => false,
    redirectTargetsMap: new Map<string, string[]>(),
    // The checker shortens the names of modules in messages that nobody reads.
    getFileIncludeReasons: () => new Map<string, unknown[]>(),
    getModeForResolutionAtIndex: nothing,
    getCommonSourceDirectory: () => root,
    getCanonicalFileName: (name: string) => name,
    getEmitModuleFormatOfFile: () => ts.ModuleKind.ESNext,
    getEmitSyntaxForUsageLocation: (_file: ts.SourceFile, { parent }: ts.Node) =>
      ts.isExternalModuleReference(parent) ? ts.ModuleKind.CommonJS : ts.ModuleKind.ESNext,
  };
}
