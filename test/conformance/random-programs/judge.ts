/** What TypeScript says about the fields of a program: nothing here comes from the reader. */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ts as TypeScriptNamespace } from 'ts-morph';

const common = createRequire(createRequire(import.meta.url).resolve('ts-morph'))('@ts-morph/common') as {
  readonly ts: typeof TypeScriptNamespace;
  getLibFiles(): { readonly fileName: string; readonly text: string }[];
};
const { ts } = common;

/** The types of `kbts/runtime` that programs use, from its own source. */
const RUNTIME = readFileSync(path.resolve('src/runtime/object/schema-types.ts'), 'utf8') + readMeta();

function readMeta(): string {
  return readFileSync(path.resolve('src/runtime/object/meta.ts'), 'utf8').replaceAll(
    /^(?:import|export) type \{.*$/gm,
    '',
  );
}

const PROGRAM = '/src/v1/types.ts';
const libraries = new Map(common.getLibFiles().map(({ fileName, text }) => [`/lib/${fileName}`, text]));
const parsed = new Map<string, TypeScriptNamespace.SourceFile>();

/** Files of installed packages are read as they are. */
function readPackage(file: string): string | undefined {
  return file.includes('/node_modules/') ? ts.sys.readFile(file) : undefined;
}

/** Files beside the program, by their path below the root, and the path aliases of its tsconfig.json. */
export interface Beside {
  readonly files?: Readonly<Record<string, string>>;
  readonly paths?: Readonly<Record<string, string[]>>;
}

function resolveModule(
  name: string,
  from: string,
  { files = {}, paths = {} }: Beside,
): TypeScriptNamespace.ResolvedModuleFull | undefined {
  if (name === 'kbts/runtime') return { resolvedFileName: '/runtime.ts', extension: ts.Extension.Ts };
  const options = { moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ESNext };
  const readBeside = (file: string): string | undefined => files[file.slice(1)];
  const beside = { fileExists: (file: string) => readBeside(file) !== undefined, readFile: readBeside };
  const own = ts.resolveModuleName(name, from, { ...options, baseUrl: '/', paths: { ...paths } }, beside);
  if (own.resolvedModule !== undefined) return own.resolvedModule;
  const start = from === PROGRAM ? path.resolve('index.ts') : from;
  return ts.resolveModuleName(name, start, options, ts.sys).resolvedModule;
}

/** A program with its checker. */
export interface Judged {
  readonly checker: TypeScriptNamespace.TypeChecker;
  /** Types of the fields of `Spec`, by name. */
  readonly fields: ReadonlyMap<string, TypeScriptNamespace.Symbol>;
  readonly node: TypeScriptNamespace.Node;
  /** Lines with an error, counted from 1, and what it is. */
  readonly errors: ReadonlyMap<number, string>;
}

/** Lets TypeScript check a program; `extra` is text behind it. */
export function judge(text: string, extra = '', beside: Beside = {}): Judged {
  const source = text + extra;
  const read = (file: string): string | undefined => {
    if (file === PROGRAM) return source;
    if (file === '/runtime.ts') return RUNTIME;
    return beside.files?.[file.slice(1)] ?? libraries.get(file) ?? readPackage(file);
  };
  const host: TypeScriptNamespace.CompilerHost = {
    getSourceFile: (file) => {
      const found = read(file);
      if (found === undefined) return undefined;
      const isShared = file !== PROGRAM && beside.files?.[file.slice(1)] === undefined;
      const known = isShared ? parsed.get(file) : undefined;
      const tree = known ?? ts.createSourceFile(file, found, ts.ScriptTarget.ES2022, true);
      if (isShared) parsed.set(file, tree);
      return tree;
    },
    getDefaultLibFileName: () => '/lib/lib.es2022.d.ts',
    getDefaultLibLocation: () => '/lib',
    writeFile: () => undefined,
    getCurrentDirectory: () => '/',
    getCanonicalFileName: (file) => file,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (file) => read(file) !== undefined,
    readFile: read,
    resolveModuleNameLiterals: (literals, from) =>
      literals.map(({ text: name }) => ({ resolvedModule: resolveModule(name, from, beside) })),
  };
  const options = { strict: true, noEmit: true, skipLibCheck: true, types: [], target: ts.ScriptTarget.ES2022 };
  const others = Object.keys(beside.files ?? {}).filter((file) => /\.[cm]?ts$/.test(file));
  const program = ts.createProgram([PROGRAM, ...others.map((file) => `/${file}`)], options, host);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(PROGRAM);
  const node = file?.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === 'Spec',
  );
  if (file === undefined || node === undefined) throw new Error('the program has no Spec');
  const errors = new Map(
    program
      .getSemanticDiagnostics(file)
      .map((diagnostic) => [
        file.getLineAndCharacterOfPosition(diagnostic.start ?? 0).line + 1,
        ts.flattenDiagnosticMessageText(diagnostic.messageText, ' '),
      ]),
  );
  const fields = new Map(
    checker
      .getTypeAtLocation(node)
      .getProperties()
      .map((symbol) => [symbol.name, symbol]),
  );
  return { checker, fields, node, errors };
}

export { ts };
