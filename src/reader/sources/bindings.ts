/** Names of a file: what it declares, imports and exports. */
import type { ts } from 'ts-morph';
import type { TypeScript } from '../../typescript/load.js';
import type { Unit } from './unit.js';

/** A declaration that can be used as a type (or, for constants, through `typeof`). */
export type Declaration =
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration
  | ts.ClassDeclaration
  | ts.EnumDeclaration
  | ts.VariableDeclaration
  | ts.BindingElement;

/** A name that comes from another module; `*` is the whole module. */
export interface ImportedName {
  readonly specifier: string;
  readonly name: string;
  readonly node: ts.Node;
}

/** Whether a declaration is a constant or variable, also one that a pattern declares. */
export function isValue(ts: TypeScript, node: ts.Node): node is ts.VariableDeclaration | ts.BindingElement {
  return ts.isVariableDeclaration(node) || ts.isBindingElement(node);
}

/** All names of one file. */
export interface FileBindings {
  readonly declarations: ReadonlyMap<string, readonly Declaration[]>;
  /** Names of declarations with the modifier `export`. */
  readonly visible: ReadonlySet<string>;
  /** A declaration file without any `export { … }`: all that it declares is exported. */
  readonly isOpen: boolean;
  readonly imports: ReadonlyMap<string, ImportedName>;
  /** Exported name → local name, for `export { local as exported }`. */
  readonly exported: ReadonlyMap<string, string>;
  /** Exported name → name elsewhere, for `export { a } from './b.js'`. */
  readonly reexported: ReadonlyMap<string, ImportedName>;
  /** `export * from './b.js'`. */
  readonly starExports: readonly ImportedName[];
}

/** Reads the names of a file from its syntax. */
export function readBindings(ts: TypeScript, unit: Unit): FileBindings {
  const declarations = new Map<string, Declaration[]>();
  const imports = new Map<string, ImportedName>();
  const exported = new Map<string, string>();
  const reexported = new Map<string, ImportedName>();
  const starExports: ImportedName[] = [];
  const visible = new Set<string>();
  const declare = (name: string, node: Declaration): void => {
    declarations.set(name, [...(declarations.get(name) ?? []), node]);
    const statement = isValue(ts, node) ? statementOf(ts, node) : node;
    if (isExported(ts, statement)) visible.add(name);
  };
  for (const statement of unit.ast.statements) {
    if (
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isEnumDeclaration(statement)
    ) {
      declare(statement.name.text, statement);
    } else if (ts.isClassDeclaration(statement)) declare(statement.name?.text ?? 'default', statement);
    else if (ts.isVariableStatement(statement)) declareVariables(ts, statement, declare);
    else if (ts.isImportDeclaration(statement)) readImport(ts, statement, imports);
    else if (ts.isExportDeclaration(statement)) readExport(ts, statement, { exported, reexported, starExports });
    else if (ts.isExportAssignment(statement) && ts.isIdentifier(statement.expression))
      exported.set('default', statement.expression.text);
    if (isDefaultExport(ts, statement)) exported.set('default', statement.name?.text ?? 'default');
  }
  const isOpen =
    unit.ast.isDeclarationFile &&
    !unit.ast.statements.some((statement) => ts.isExportDeclaration(statement) || ts.isExportAssignment(statement));
  return { declarations, visible, isOpen, imports, exported, reexported, starExports };
}

/** Whether a declaration has the modifier `export`. */
export function isExported(ts: TypeScript, node: ts.Node): boolean {
  return (
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}

function isDefaultExport(ts: TypeScript, node: ts.Statement): node is ts.InterfaceDeclaration | ts.ClassDeclaration {
  if (!ts.isInterfaceDeclaration(node) && !ts.isClassDeclaration(node)) return false;
  return (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);
}

function declareVariables(
  ts: TypeScript,
  statement: ts.VariableStatement,
  declare: (name: string, node: Declaration) => void,
): void {
  const visit = (declaration: ts.VariableDeclaration | ts.BindingElement): void => {
    const { name } = declaration;
    if (ts.isIdentifier(name)) declare(name.text, declaration);
    else for (const element of name.elements) if (ts.isBindingElement(element)) visit(element);
  };
  statement.declarationList.declarations.forEach(visit);
}

function statementOf(ts: TypeScript, node: ts.Node): ts.Node {
  let at = node;
  while (!ts.isVariableStatement(at) && !ts.isSourceFile(at)) at = at.parent;
  return at;
}

function readImport(ts: TypeScript, statement: ts.ImportDeclaration, imports: Map<string, ImportedName>): void {
  const clause = statement.importClause;
  if (clause === undefined || !ts.isStringLiteral(statement.moduleSpecifier)) return;
  const specifier = statement.moduleSpecifier.text;
  const node = statement.moduleSpecifier;
  if (clause.name !== undefined) imports.set(clause.name.text, { specifier, name: 'default', node });
  const named = clause.namedBindings;
  if (named === undefined) return;
  if (ts.isNamespaceImport(named)) {
    imports.set(named.name.text, { specifier, name: '*', node });
    return;
  }
  for (const element of named.elements) {
    imports.set(element.name.text, { specifier, name: (element.propertyName ?? element.name).text, node });
  }
}

interface ExportMaps {
  readonly exported: Map<string, string>;
  readonly reexported: Map<string, ImportedName>;
  readonly starExports: ImportedName[];
}

function readExport(ts: TypeScript, statement: ts.ExportDeclaration, maps: ExportMaps): void {
  const module = statement.moduleSpecifier;
  const specifier = module !== undefined && ts.isStringLiteral(module) ? module.text : undefined;
  const clause = statement.exportClause;
  if (clause === undefined) {
    if (specifier !== undefined) maps.starExports.push({ specifier, name: '*', node: statement });
  } else if (ts.isNamespaceExport(clause)) {
    if (specifier !== undefined) maps.reexported.set(clause.name.text, { specifier, name: '*', node: statement });
  } else {
    for (const element of clause.elements) {
      const local = (element.propertyName ?? element.name).text;
      if (specifier === undefined) maps.exported.set(element.name.text, local);
      else maps.reexported.set(element.name.text, { specifier, name: local, node: statement });
    }
  }
}
