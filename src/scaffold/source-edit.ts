/** Edits TypeScript sources by their syntax tree; scaffold markers are the visible anchors. */
import type { CallExpression, Project, SourceFile } from 'ts-morph';
import { UserError } from '../errors.js';
import { loadTsMorph } from '../typescript/load.js';

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

/** Imports a name, in the declaration that imports from the same module when there is one. */
export function addImport({ file }: Source, name: string, module: string): void {
  const declaration = file
    .getImportDeclarations()
    .find(
      (one) => one.getModuleSpecifierValue() === module && !one.isTypeOnly() && one.getNamespaceImport() === undefined,
    );
  if (declaration === undefined) {
    const position = file.getImportDeclarations().at(-1)?.getEnd() ?? 0;
    const line = `import { ${name} } from '${module}';`;
    splice(file, position, position, position === 0 ? `${line}\n` : `\n${line}`);
    return;
  }
  if (!declaration.getNamedImports().some((one) => one.getName() === name)) declaration.addNamedImport(name);
}

/** Removes an imported name, and the declaration when nothing is left of it. */
export function removeImport({ file }: Source, name: string, module: string): void {
  for (const declaration of file.getImportDeclarations()) {
    if (declaration.getModuleSpecifierValue() !== module) continue;
    const named = declaration.getNamedImports();
    if (!named.some((one) => one.getName() === name)) continue;
    if (named.length === 1) declaration.remove();
    else named.find((one) => one.getName() === name)?.remove();
  }
}

/** Inserts a statement above the scaffold marker `anchor`, unless the same statement is there already. */
export function insertAtAnchor(source: Source, anchor: string, statement: string): void {
  if (hasStatement(source.file, statement)) return;
  const text = source.file.getFullText();
  const marker = `+kubebuilder:scaffold:${anchor}`;
  const line = text.split('\n').find((one) => one.replace(/^\s*\/\/\s*/, '').trim() === marker);
  if (line === undefined) throw anchorMissing(source.path, marker, statement);
  const indent = line.slice(0, line.length - line.trimStart().length);
  const inserted = statement
    .trimEnd()
    .split('\n')
    .map((one) => (one === '' ? '' : indent + one))
    .join('\n');
  source.file.replaceWithText(text.replace(line, () => `${inserted}\n${line}`));
}

/** Removes the top-level statements that call `name`, also in a condition around that call alone. */
export function removeCalls({ file }: Source, name: string): void {
  for (;;) {
    const statement = callsOf(file, name)[0]?.getFirstAncestor((node) => node.getParent() === file);
    if (statement === undefined) return;
    const text = file.getFullText();
    const end = text.indexOf('\n', statement.getEnd());
    splice(file, text.lastIndexOf('\n', statement.getStart()) + 1, end < 0 ? text.length : end + 1, '');
  }
}

/** Adds a declaration at the end of a file, unless one with this name exists. */
export function addDeclaration({ file }: Source, name: string, text: string): void {
  const exists =
    file.getClass(name) ?? file.getFunction(name) ?? file.getInterface(name) ?? file.getVariableDeclaration(name);
  if (exists === undefined) file.addStatements(`\n${text.trim()}`);
}

/** Removes a class with its comments. */
export function removeClass({ file }: Source, name: string): void {
  file.getClass(name)?.remove();
}

/**
 * Adds a call to a chain such as `webhook(manager, Guestbook).complete()`, before its last link.
 * `root` is the function that begins the chain.
 */
export function addToChain(source: Source, root: string, link: string, call: string): void {
  const chain = findChain(source, root);
  if (chain === undefined) throw anchorMissing(source.path, `a call of ${root}(…)`, `.${call}`);
  if (links(chain).includes(link)) return;
  const last = chain.getExpression();
  const text = last.getText();
  const dot = text.lastIndexOf('.');
  last.replaceWithText(`${text.slice(0, dot).trimEnd()}\n    .${call}\n    ${text.slice(dot)}`);
}

/** Removes a call from a chain. Tells how many calls are left between the first and the last. */
export function removeFromChain(source: Source, root: string, link: string): number {
  const chain = findChain(source, root);
  if (chain === undefined) return 0;
  const { SyntaxKind } = loadTsMorph();
  const target = chain.getDescendantsOfKind(SyntaxKind.CallExpression).find((call) => linkName(call) === link);
  if (target !== undefined) {
    const access = target.getExpression().asKind(SyntaxKind.PropertyAccessExpression);
    if (access !== undefined) target.replaceWithText(access.getExpression().getText());
  }
  const left = findChain(source, root);
  return left === undefined ? 0 : links(left).length - 1;
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

/** The error for a place that the user has removed, with the text to paste by hand. */
export function anchorMissing(file: string, anchor: string, snippet: string): UserError {
  return new UserError('anchor-missing', `${file} has lost its anchor "${anchor}"`, {
    fix: `put the comment "// ${anchor}" back, or add this yourself and run the command again:\n\n${snippet.trim()}\n`,
  });
}

function hasStatement(file: SourceFile, statement: string): boolean {
  const wanted = squeeze(statement);
  return squeeze(file.getFullText()).includes(wanted);
}

/** Edits the text itself: the library's own insertions add blank lines of their taste. */
function splice(file: SourceFile, start: number, end: number, replacement: string): void {
  const text = file.getFullText();
  file.replaceWithText(text.slice(0, start) + replacement + text.slice(end));
}

/** White space and comments do not make a statement another one. */
function squeeze(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('//'))
    .join(' ')
    .replaceAll(/\s+/g, '');
}

function callsOf(file: SourceFile, name: string): CallExpression[] {
  const { SyntaxKind } = loadTsMorph();
  return file.getDescendantsOfKind(SyntaxKind.CallExpression).filter((call) => call.getExpression().getText() === name);
}

/** The outermost call of the chain that `root(…)` begins. */
function findChain({ file }: Source, root: string): CallExpression | undefined {
  const { SyntaxKind } = loadTsMorph();
  let [call] = callsOf(file, root);
  for (;;) {
    const outer: CallExpression | undefined = call
      ?.getParentIfKind(SyntaxKind.PropertyAccessExpression)
      ?.getParentIfKind(SyntaxKind.CallExpression);
    if (outer === undefined) return call;
    call = outer;
  }
}

/** Names of the links of a chain, last first; the root is not one. */
function links(chain: CallExpression): string[] {
  const { SyntaxKind } = loadTsMorph();
  const names: string[] = [];
  for (let call: CallExpression | undefined = chain; call !== undefined;) {
    const name = linkName(call);
    if (name === undefined) break;
    names.push(name);
    call = call
      .getExpression()
      .asKind(SyntaxKind.PropertyAccessExpression)
      ?.getExpression()
      .asKind(SyntaxKind.CallExpression);
  }
  return names;
}

function linkName(call: CallExpression): string | undefined {
  const { SyntaxKind } = loadTsMorph();
  return call.getExpression().asKind(SyntaxKind.PropertyAccessExpression)?.getName();
}
