/** Edits TypeScript sources by their syntax tree; scaffold markers are the visible anchors. */
import type { CallExpression, Project, SourceFile } from 'ts-morph';
import { loadTsMorph } from '../typescript/load.js';
import { anchorMissing, insertAboveAnchor } from './text-anchor.js';

/** A source that is being edited. */
export interface Source {
  /** For messages. */
  readonly path: string;
  readonly file: SourceFile;
}

/** Runs edits on a source text and returns the new text. */
export function editSource(text: string, file: string, edit: (source: Source) => void): string {
  const source = openSource(text, file);
  edit(source);
  return source.file.getFullText();
}

/** Parses one source, without looking at any other. */
export function openSource(text: string, file: string): Source {
  const { Project: Morph, QuoteKind, IndentationText } = loadTsMorph();
  const project: Project = new Morph({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { noLib: true },
    manipulationSettings: { quoteKind: QuoteKind.Single, indentationText: IndentationText.TwoSpaces },
  });
  return { path: file, file: project.createSourceFile('/source.ts', text) };
}

/** How to import a name. */
export interface ImportOptions {
  /** The local name when another module's export has taken the name. */
  readonly alias?: string;
  readonly isType?: boolean;
}

/** Imports a name, in the declaration that imports from the same module when there is one. Returns the local name. */
export function addImport({ file }: Source, name: string, module: string, options: ImportOptions = {}): string {
  const { alias = name, isType = false } = options;
  const declarations = file.getImportDeclarations();
  const sameModule = declarations.filter((one) => one.getModuleSpecifierValue() === module);
  const found = sameModule.flatMap((one) => one.getNamedImports()).find((one) => one.getName() === name);
  if (found !== undefined) return found.getAliasNode()?.getText() ?? name;
  const taken = declarations
    .flatMap((one) => one.getNamedImports())
    .map((one) => one.getAliasNode()?.getText() ?? one.getName());
  const local = taken.includes(name) ? alias : name;
  const binding = local === name ? name : `${name} as ${local}`;
  const known = sameModule.find((one) => one.isTypeOnly() === isType && one.getNamespaceImport() === undefined);
  if (known !== undefined) {
    const names = [...known.getNamedImports().map((one) => one.getText()), binding].sort();
    splice(file, known.getStart(), known.getEnd(), importText(names, module, isType));
    return local;
  }
  const position = declarations.at(-1)?.getEnd() ?? 0;
  const line = importText([binding], module, isType);
  splice(file, position, position, position === 0 ? `${line}\n` : `\n${line}`);
  return local;
}

/** Laid out as the formatter of generated projects would. */
function importText(names: readonly string[], module: string, isType: boolean): string {
  const [head, tail] = [`import ${isType ? 'type ' : ''}{`, `} from '${module}';`];
  const line = `${head} ${names.join(', ')} ${tail}`;
  // The formatter never breaks an import of one name.
  return line.length <= 120 || names.length === 1
    ? line
    : `${head}\n${names.map((name) => `  ${name},\n`).join('')}${tail}`;
}

/** The local name of something that a module exports, when it is imported. */
export function importedAs({ file }: Source, name: string, module: string): string | undefined {
  const found = file
    .getImportDeclarations()
    .filter((one) => one.getModuleSpecifierValue() === module)
    .flatMap((one) => one.getNamedImports())
    .find((one) => one.getName() === name);
  return found === undefined ? undefined : (found.getAliasNode()?.getText() ?? name);
}

/** Removes an imported name, and the declaration when nothing is left of it. */
export function removeImport({ file }: Source, name: string, module: string): void {
  for (const declaration of file.getImportDeclarations()) {
    const named = declaration.getNamedImports();
    if (declaration.getModuleSpecifierValue() !== module || !named.some((one) => one.getName() === name)) continue;
    const left = named.filter((one) => one.getName() !== name).map((one) => one.getText());
    if (left.length === 0) removeLines(file, declaration.getStart(), declaration.getEnd());
    else splice(file, declaration.getStart(), declaration.getEnd(), importText(left, module, declaration.isTypeOnly()));
    return;
  }
}

/** Inserts a statement above the scaffold marker `anchor`, unless the same statement is there already. */
export function insertAtAnchor({ file, path }: Source, anchor: string, statement: string): void {
  file.replaceWithText(insertAboveAnchor(file.getFullText(), anchor, statement, path));
}

/** Removes the top-level statements that call `name`, also in a condition around that call alone. */
export function removeCalls({ file }: Source, name: string): void {
  for (;;) {
    const statement = callsOf(file, name)[0]?.getFirstAncestor((node) => node.getParent() === file);
    if (statement === undefined) return;
    removeLines(file, statement.getStart(), statement.getEnd());
  }
}

/** Removes statements such as `builder.defaulter(…);`, or only those whose argument is `argument`. */
export function removeMethodCalls({ file }: Source, object: string, method: string, argument?: string): void {
  const { SyntaxKind } = loadTsMorph();
  const found = callsOf(file, `${object}.${method}`).find(
    (call) => argument === undefined || call.getArguments()[0]?.getText() === argument,
  );
  const statement = found?.getFirstAncestorByKind(SyntaxKind.ExpressionStatement);
  if (statement === undefined) return;
  removeLines(file, statement.getStart(), statement.getEnd());
  removeMethodCalls({ file, path: '' }, object, method, argument);
}

/** Sets a property of the object literal that a call of `name` gets as its last argument. */
export function setProperty({ file, path }: Source, name: string, property: string, value: string): void {
  const literal = optionsOf(file, name);
  if (literal === undefined) throw anchorMissing(path, `the options of ${name}(…)`, `${property}: ${value},`);
  literal.getProperty(property)?.remove();
  literal.addPropertyAssignment({ name: property, initializer: value });
  file.replaceWithText(file.getFullText().replace(`${property}: ${value}\n`, `${property}: ${value},\n`));
}

/** Undoes `setProperty`. */
export function removeProperty({ file }: Source, name: string, property: string): void {
  const found = optionsOf(file, name)?.getProperty(property);
  if (found !== undefined) removeLines(file, found.getStart(), found.getEnd());
}

/** Removes a class with the comments above it. */
export function removeClass({ file }: Source, name: string): void {
  file.getClass(name)?.remove();
}

/** Removes imported names of a module that nothing uses. */
export function removeUnusedImports(source: Source, module: string): void {
  const { SyntaxKind } = loadTsMorph();
  const used = new Set(
    source.file
      .getDescendantsOfKind(SyntaxKind.Identifier)
      .filter((one) => one.getFirstAncestorByKind(SyntaxKind.ImportDeclaration) === undefined)
      .map((one) => one.getText()),
  );
  const declarations = source.file.getImportDeclarations().filter((one) => one.getModuleSpecifierValue() === module);
  const names = declarations.flatMap((one) => one.getNamedImports()).map((one) => one.getName());
  for (const name of names) if (!used.has(name)) removeImport(source, name, module);
}

/** Puts a comment line directly above the declaration of a type, below its other comments, unless it is there. */
export function addMarker({ file, path }: Source, name: string, marker: string): void {
  const declaration = typeDeclaration(file, name);
  if (declaration === undefined) throw anchorMissing(path, `the type ${name}`, `// ${marker}`);
  if (hasMarker({ file, path }, name, marker)) return;
  splice(file, declaration.getStart(), declaration.getStart(), `// ${marker}\n`);
}

/** Whether a comment above the type contains the marker. */
export function hasMarker({ file }: Source, name: string, marker: string): boolean {
  const declaration = typeDeclaration(file, name);
  const comments = declaration?.getLeadingCommentRanges().map((range) => range.getText()) ?? [];
  return comments.some((comment) => comment.split('\n').some((line) => line.replace(/^[\s/*]*/, '').trim() === marker));
}

/** Removes a `//` line with the marker above the type. */
export function removeMarker({ file }: Source, name: string, marker: string): void {
  const range = typeDeclaration(file, name)
    ?.getLeadingCommentRanges()
    .find(
      (one) =>
        one
          .getText()
          .replace(/^\/\/\s*/, '')
          .trim() === marker,
    );
  if (range !== undefined) splice(file, range.getPos(), file.getFullText().indexOf('\n', range.getEnd()) + 1, '');
}

/** Rewrites the module specifiers of imports and exports. */
export function rewriteSpecifiers({ file }: Source, rewrite: (specifier: string) => string): void {
  for (const declaration of [...file.getImportDeclarations(), ...file.getExportDeclarations()]) {
    const specifier = declaration.getModuleSpecifierValue();
    if (specifier === undefined) continue;
    const changed = rewrite(specifier);
    if (changed !== specifier) declaration.setModuleSpecifier(changed);
  }
}

function typeDeclaration(file: SourceFile, name: string) {
  return file.getInterface(name) ?? file.getTypeAlias(name) ?? file.getClass(name);
}

function optionsOf(file: SourceFile, name: string) {
  const { SyntaxKind } = loadTsMorph();
  return callsOf(file, name)[0]?.getArguments().at(-1)?.asKind(SyntaxKind.ObjectLiteralExpression);
}

function removeLines(file: SourceFile, start: number, end: number): void {
  const text = file.getFullText();
  const next = text.indexOf('\n', end);
  splice(file, text.lastIndexOf('\n', start) + 1, next < 0 ? text.length : next + 1, '');
}

/** Edits the text itself: the library's own insertions add blank lines of their taste. */
function splice(file: SourceFile, start: number, end: number, replacement: string): void {
  const text = file.getFullText();
  file.replaceWithText(text.slice(0, start) + replacement + text.slice(end));
}

function callsOf(file: SourceFile, name: string): CallExpression[] {
  const { SyntaxKind } = loadTsMorph();
  return file.getDescendantsOfKind(SyntaxKind.CallExpression).filter((call) => call.getExpression().getText() === name);
}
