/** Opens an operator for ts-morph's checker: `main.ts`, all modules that it leads to, and the types of kbts. */
import path from 'node:path';
import type { Project, ts } from 'ts-morph';
import { type FileView, viewFiles } from '../reader/sources/files.js';
import { makeModuleResolver } from '../reader/sources/modules.js';
import { libraryParts } from '../typescript/library.js';
import { loadTsMorph, once, type TypeScript } from '../typescript/load.js';
import { isOwnFile, ownModuleFile } from '../typescript/own-types.js';

/** An operator whose types can be asked about. */
export interface OpenProject {
  readonly ts: TypeScript;
  readonly types: ts.TypeChecker;
  /** The operator's own modules, with those of its workspace; neither packages nor kbts. */
  readonly modules: readonly ts.SourceFile[];
  /** Whether a module of the operator imports another one that is not there. */
  readonly isTorn: boolean;
}

type Resolve = (specifier: string, from: string) => string | undefined;

/** Opens the operator whose first module is `entry`, an absolute path. */
export function openProject(root: string, files: FileView, entry: string): OpenProject {
  const { ts } = loadTsMorph();
  const shared = sharedProject();
  const { project, own } = shared;
  const resolver = makeModuleResolver(files, root);
  const resolve: Resolve = (specifier, from) => {
    if (isOwnFile(from) || ownModuleFile(specifier) !== undefined) return own.resolve(specifier, from);
    const target = resolver.resolve(specifier, from);
    return target.kind === 'file' ? target.file : undefined;
  };
  shared.use(resolve);

  let isTorn = false;
  const modules: string[] = [];
  const waiting = [entry];
  const added = new Set(waiting);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const isOwn = isOwnFile(file);
    const text = isOwn ? own.read(file) : files.read(file);
    if (text === undefined) continue;
    const known = isOwn ? project.getSourceFile(file) : undefined;
    const { compilerNode } = known ?? project.createSourceFile(file, text);
    if (!isOwn) shared.lend(file);
    if (!isOwn && !file.includes(`${path.sep}node_modules${path.sep}`)) modules.push(file);
    for (const specifier of specifiersIn(ts, compilerNode)) {
      const next = resolve(specifier, file);
      if (next === undefined) isTorn ||= !isOwn && /^[.#]/.test(specifier);
      else if (!added.has(next)) {
        added.add(next);
        waiting.push(next);
      }
    }
  }
  return {
    ts,
    types: project.getTypeChecker().compilerObject,
    modules: modules.map((file) => project.getSourceFileOrThrow(file).compilerNode),
    isTorn,
  };
}

/** What a module imports or exports from elsewhere, with imports in types and in the middle of code. */
function specifiersIn(ts: TypeScript, module: ts.SourceFile): Set<string> {
  const { importedFiles } = ts.preProcessFile(module.text, true, true);
  const found = new Set(importedFiles.map(({ fileName }) => fileName));
  // The scanner does not know `export * as all from`.
  for (const statement of module.statements) {
    const specifier = ts.isExportDeclaration(statement) ? statement.moduleSpecifier : undefined;
    if (specifier && ts.isStringLiteral(specifier)) found.add(specifier.text);
  }
  return found;
}

/** A project that keeps the types of kbts, which are most of what is parsed, from one operator to the next. */
interface SharedProject {
  readonly project: Project;
  /** The modules of kbts. They do not change while this build runs, so they are not among the inputs of a cache. */
  readonly own: { readonly resolve: Resolve; readonly read: (file: string) => string | undefined };
  /** Forgets the operator before, and finds the modules of this one. */
  use(resolve: Resolve): void;
  /** A file that belongs to the operator of now. */
  lend(file: string): void;
}

const LIBRARY_FILE = '/kbts-library.d.ts';

const sharedProject = once((): SharedProject => {
  const { Project, ts } = loadTsMorph();
  const view = viewFiles();
  const ownResolver = makeModuleResolver(view, path.parse(process.cwd()).root);
  let current: Resolve = () => undefined;
  const lent = new Set<string>();
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: {
      strict: true,
      noEmit: true,
      noLib: true,
      skipLibCheck: true,
      types: [],
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    },
    resolutionHost: () => ({
      resolveModuleNames: (names, from) =>
        names.map((name) => {
          const file = current(name, from);
          return file === undefined ? undefined : { resolvedFileName: file };
        }),
    }),
  });
  project.createSourceFile(LIBRARY_FILE, [...libraryParts().values()].join('\n'));
  return {
    project,
    own: {
      read: (file) => view.read(file),
      resolve: (specifier, from) => {
        const known = ownModuleFile(specifier);
        if (known !== undefined) return view.isFile(known) ? known : undefined;
        const target = ownResolver.resolve(specifier, from);
        return target.kind === 'file' ? target.file : undefined;
      },
    },
    use: (resolve) => {
      current = resolve;
      for (const file of lent) project.getSourceFile(file)?.forget();
      lent.clear();
    },
    lend: (file) => void lent.add(file),
  };
});
