/** All files that types are read from, and the way from a name to its declaration. */
import path from 'node:path';
import type { ts } from 'ts-morph';
import type { TypeScript } from '../../typescript/load.js';
import { attachComments } from '../comments/attach-comments.js';
import type { FileComments } from '../comments/file-comments.js';
import { type Declaration, type FileBindings, type ImportedName, readBindings } from './bindings.js';
import type { FileView } from './files.js';
import { makeModuleResolver, type ModuleResolver, type ModuleTarget } from './modules.js';
import { Diagnostics, makeUnit, type Unit } from './unit.js';

/** What a name means in a file. */
export type Binding =
  | { readonly kind: 'declared'; readonly unit: Unit; readonly declarations: readonly Declaration[] }
  /** A type of kbts or of a client library. */
  | { readonly kind: 'known'; readonly specifier: string; readonly name: string }
  | { readonly kind: 'namespace'; readonly unit: Unit }
  | { readonly kind: 'missing-module'; readonly specifier: string }
  | { readonly kind: 'missing-export'; readonly specifier: string; readonly name: string }
  /** Neither declared nor imported: one of TypeScript's own, or a mistake. */
  | { readonly kind: 'global' };

/** Files, parsed once each. */
export class Program {
  readonly ts: TypeScript;
  readonly root: string;
  readonly files: FileView;
  readonly diagnostics = new Diagnostics();
  private readonly modules: ModuleResolver;
  private readonly augmented = new Set<string>();
  private readonly units = new Map<string, Unit | undefined>();
  private readonly bindingsOf = new Map<Unit, FileBindings>();
  private readonly commentsOf = new Map<Unit, FileComments>();

  constructor(ts: TypeScript, root: string, files: FileView) {
    this.ts = ts;
    this.root = root;
    this.files = files;
    this.modules = makeModuleResolver(files, root);
  }

  /** The file, if there is one. */
  unit(file: string): Unit | undefined {
    if (!this.units.has(file)) {
      const text = this.files.read(file);
      this.units.set(file, text === undefined ? undefined : makeUnit(this.ts, this.root, file, text));
    }
    return this.units.get(file);
  }

  /** The unit of a node. */
  unitOf(node: ts.Node): Unit | undefined {
    const file = node.getSourceFile();
    const unit = this.units.get(file.fileName) ?? this.units.get(path.normalize(file.fileName));
    return unit?.ast === file ? unit : undefined;
  }

  bindings(unit: Unit): FileBindings {
    const known = this.bindingsOf.get(unit) ?? readBindings(this.ts, unit);
    this.bindingsOf.set(unit, known);
    return known;
  }

  comments(unit: Unit): FileComments {
    const known = this.commentsOf.get(unit) ?? attachComments(this.ts, unit);
    this.commentsOf.set(unit, known);
    return known;
  }

  /** Remembers what a file adds to types of other modules, by `declare module`. */
  addAugmentations(unit: Unit): void {
    const { ts } = this;
    for (const statement of unit.ast.statements) {
      if (!ts.isModuleDeclaration(statement) || !ts.isStringLiteral(statement.name)) continue;
      const target = this.modules.resolve(statement.name.text, unit.file);
      if (target.kind !== 'file' || statement.body === undefined || !ts.isModuleBlock(statement.body)) continue;
      for (const { name } of statement.body.statements.filter((inner) => ts.isInterfaceDeclaration(inner)))
        this.augmented.add(`${target.file}\0${name.text}`);
    }
  }

  /** Whether a declaration is continued in another file. */
  isAugmented(unit: Unit, declaration: Declaration): boolean {
    const { name } = declaration;
    if (this.augmented.size === 0 || name === undefined || !this.ts.isIdentifier(name)) return false;
    return this.augmented.has(`${unit.file}\0${name.text}`);
  }

  /** What a name means inside a file. */
  lookUp(unit: Unit, name: string): Binding {
    const bindings = this.bindings(unit);
    const declarations = bindings.declarations.get(name);
    if (declarations !== undefined) return { kind: 'declared', unit, declarations };
    const imported = bindings.imports.get(name);
    return imported === undefined ? { kind: 'global' } : this.imported(unit, imported, new Set());
  }

  /** What `specifier` exports under `name`, seen from a file. */
  importFrom(unit: Unit, specifier: string, name: string): Binding {
    return this.imported(unit, { specifier, name, node: unit.ast }, new Set());
  }

  /** What a module exports under a name. */
  exportOf(unit: Unit, name: string, specifier = unit.shown, seen = new Set<Unit>()): Binding {
    const missing: Binding = { kind: 'missing-export', specifier, name };
    if (seen.has(unit)) return missing;
    seen.add(unit);
    const bindings = this.bindings(unit);
    const local = bindings.exported.get(name) ?? name;
    const declarations = bindings.declarations.get(local);
    // What a file keeps to itself is not what another one means by the name.
    const isVisible = bindings.exported.has(name) || bindings.isOpen || bindings.visible.has(name);
    if (declarations !== undefined && isVisible) return { kind: 'declared', unit, declarations };
    const elsewhere =
      bindings.reexported.get(name) ?? (bindings.exported.has(name) ? bindings.imports.get(local) : undefined);
    if (elsewhere !== undefined) return this.imported(unit, elsewhere, seen);
    for (const star of bindings.starExports) {
      const found = this.imported(unit, { ...star, name }, seen);
      if (found.kind === 'declared' || found.kind === 'known' || found.kind === 'namespace') return found;
    }
    return missing;
  }

  /** Where a module is, seen from a file. */
  resolveModule(specifier: string, fromFile: string): ModuleTarget {
    return this.modules.resolve(specifier, fromFile);
  }

  /** The declarations of an installed package, also of one whose types are known. */
  resolvePackage(specifier: string, fromFile: string): string | undefined {
    return this.modules.resolvePackage(specifier, fromFile);
  }

  /** The files that were parsed. */
  parsedFiles(): string[] {
    return [...this.units].filter(([, unit]) => unit !== undefined).map(([file]) => file);
  }

  private imported(unit: Unit, { specifier, name }: ImportedName, seen: Set<Unit>): Binding {
    const target = this.modules.resolve(specifier, unit.file);
    if (target.kind === 'known') return { kind: 'known', specifier, name };
    const found = target.kind === 'file' ? this.unit(target.file) : undefined;
    if (found === undefined) return { kind: 'missing-module', specifier };
    return name === '*' ? { kind: 'namespace', unit: found } : this.exportOf(found, name, specifier, seen);
  }
}
