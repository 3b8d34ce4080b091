/** What a file says to others, as far as it can be seen without its syntax tree: most files of a package are never asked about. */
import type { ts } from 'ts-morph';
import type { TypeScript } from '../../typescript/load.js';
import { plainComments } from '../comments/scan-comments.js';
import type { Unit } from '../sources/unit.js';

/** The outside of a file. */
export interface FileOutline {
  /** Modules that it names; perhaps more, never less. */
  readonly specifiers: readonly string[];
  /** Files and packages of `/// <reference … />`. */
  readonly references: readonly string[];
  /** Whether it may declare something for every file, or for another module. */
  readonly isGlobal: boolean;
  /** Whether it exports in a way that means another thing to modules of CommonJS: `export =`, or `default` by name. */
  readonly isInterop: boolean;
}

const DECLARATIONS = /\.d\.[cm]?ts$/;
const REFERENCE = /^[^\S\n\r\u2028\u2029]*\/\/\/\s*<reference\b/m;
const MAY_BE_GLOBAL = /\bglobal\s*\{|(?<!['"])\bmodule\s*['"]|\bas\s+namespace\b/;
/** What makes a file a module, when it is not inside of something else. */
const OUTSIDE =
  /(?:^|\n)[^\S\n]*(?:export\s*[{*]|import\s*[{*'"]|(?:export|import)\s+(?:type|interface|declare|default|const|let|var|function|class|abstract|enum|namespace)\b)/;
const BLOCK = /\b(?:namespace|module|global)\b/;
const INTEROP = /\bexport\s*=|\bdefault\s*[,}]/;
const LITERAL = /'(?:[^'\\\n]|\\.)*'?|"(?:[^"\\\n]|\\.)*"?|`(?:[^`\\]|\\[^])*`?/g;
const SPECIFIER = /\b(?:from|import|require)\s*(?:\(\s*)?(?:"([^"\n]*)"|'([^'\n]*)')/g;

/** The outline of a file; from its tree where its text is not certain. */
export function outlineOf(ts: TypeScript, unit: Unit): FileOutline {
  return outlineOfText(unit.file, unit.text) ?? outlineOfTree(ts, unit.ast);
}

/** The outline of a declaration file without anything unusual; `undefined` for others. */
export function outlineOfText(file: string, text: string): FileOutline | undefined {
  const code = DECLARATIONS.test(file) && !REFERENCE.test(text) ? codeOf(text) : undefined;
  if (code === undefined || MAY_BE_GLOBAL.test(code) || hasLongText(code) || !isModule(code)) return undefined;
  const specifiers = new Set<string>();
  for (const [, double, single] of code.matchAll(SPECIFIER)) specifiers.add(double ?? single ?? '');
  const isPlain = [...specifiers].every((specifier) => !specifier.includes('\\'));
  return isPlain
    ? { specifiers: [...specifiers], references: [], isGlobal: false, isInterop: INTEROP.test(code) }
    : undefined;
}

/** Whether a template has several lines, which may look like statements. */
function hasLongText(code: string): boolean {
  return code.includes('`') && [...code.matchAll(LITERAL)].some(([literal]) => literal.includes('\n'));
}

/** Whether something is exported or imported, and before there is anything that it could be inside of. */
function isModule(code: string): boolean {
  const outside = code.search(OUTSIDE);
  const block = code.search(BLOCK);
  return outside >= 0 && (block < 0 || outside < block);
}

/** What is left of a file without its comments; `undefined` when it is not certain what is one. */
function codeOf(text: string): string | undefined {
  const comments = plainComments(text);
  if (comments === undefined) return undefined;
  let code = '';
  let end = 0;
  for (const comment of comments) {
    code += `${text.slice(end, comment.start)} `;
    ({ end } = comment);
  }
  return code + text.slice(end);
}

/** The outline of any file. */
export function outlineOfTree(ts: TypeScript, file: ts.SourceFile): FileOutline {
  const specifiers = new Set<string>();
  let isGlobal = !ts.isExternalModule(file) || moduleAugmentations(ts, file).length > 0;
  let isInterop = false;
  const visit = (node: ts.Node): void => {
    const named = specifierOf(ts, node);
    if (named !== undefined && ts.isStringLiteralLike(named)) specifiers.add(named.text);
    if (ts.isNamespaceExportDeclaration(node)) isGlobal = true;
    if (ts.isExportAssignment(node) ? node.isExportEquals : ts.isExportSpecifier(node) && node.name.text === 'default')
      isInterop = true;
    ts.forEachChild(node, visit);
  };
  visit(file);
  const references = [
    ...file.referencedFiles.map(({ fileName }) => (/^\.{0,2}\//.test(fileName) ? fileName : `./${fileName}`)),
    ...file.typeReferenceDirectives.map(({ fileName }) => fileName),
  ];
  return { specifiers: [...specifiers], references, isGlobal, isInterop };
}

function specifierOf(ts: TypeScript, node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isModuleDeclaration(node)) return node.name;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined;
  const isImportCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isImportCall ? node.arguments[0] : undefined;
}

/** The names in `declare module 'other'` and `declare global`: the checker adds what is inside to what others declare. */
export function moduleAugmentations(ts: TypeScript, file: ts.SourceFile): ts.ModuleName[] {
  const found: ts.ModuleName[] = [];
  for (const statement of file.statements) {
    if (!isAmbientModule(ts, statement)) continue;
    if (!file.isDeclarationFile && !isDeclared(ts, statement)) continue;
    if (ts.isExternalModule(file)) found.push(statement.name);
    else found.push(...innerModules(ts, statement));
  }
  return found;
}

/** Modules inside `declare module 'a' { … }` of a script add to those that are declared elsewhere. */
function innerModules(ts: TypeScript, { body }: ts.ModuleDeclaration): ts.ModuleName[] {
  if (body === undefined || !ts.isModuleBlock(body)) return [];
  return body.statements.flatMap((inner) =>
    isAmbientModule(ts, inner) && !/^\.{0,2}\//.test(inner.name.text) ? [inner.name] : [],
  );
}

function isAmbientModule(ts: TypeScript, node: ts.Node): node is ts.ModuleDeclaration {
  if (!ts.isModuleDeclaration(node)) return false;
  return ts.isStringLiteral(node.name) || (node.flags & ts.NodeFlags.GlobalAugmentation) !== 0;
}

function isDeclared(ts: TypeScript, node: ts.ModuleDeclaration): boolean {
  return (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword);
}
