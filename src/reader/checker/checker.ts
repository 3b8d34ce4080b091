/** TypeScript's own checker, over the syntax trees of the reader. It is started when a type needs it, and not before. */
import path from 'node:path';
import type { ts } from 'ts-morph';
import { hasChecker } from '../../typescript/load.js';
import type { Program } from '../sources/program.js';
import type { Unit } from '../sources/unit.js';
import { makeCheckerHost } from './checker-host.js';

/** A type needs the checker, and the sources were read with a parser alone: they are read again with the compiler. */
export class CheckerNeeded extends Error {}

/** Asks the checker about nodes of the reader's files. */
export class Checker {
  readonly program: Program;
  private started: { readonly program: ts.Program; readonly types: ts.TypeChecker } | undefined;

  constructor(program: Program) {
    this.program = program;
  }

  /** The checker itself. */
  get types(): ts.TypeChecker {
    return this.start().types;
  }

  /** The type that a node stands for; `undefined` for files that the checker has not. */
  typeOf(node: ts.Node): ts.Type | undefined {
    const { ts } = this.program;
    const file = node.getSourceFile();
    if (this.start().program.getSourceFile(file.fileName) !== file) return undefined;
    const { types } = this;
    if (ts.isExpressionWithTypeArguments(node)) return types.getTypeAtLocation(node);
    if (ts.isTypeNode(node)) return types.getTypeFromTypeNode(node);
    return types.getTypeAtLocation(node);
  }

  /** The type that a declaration declares. */
  declaredType(declaration: ts.NamedDeclaration): ts.Type | undefined {
    const symbol = declaration.name === undefined ? undefined : this.types.getSymbolAtLocation(declaration.name);
    return symbol === undefined ? undefined : this.types.getDeclaredTypeOfSymbol(symbol);
  }

  /** The unit that a node is in; `undefined` for the library. */
  unitOf(node: ts.Node): Unit | undefined {
    const file = path.normalize(node.getSourceFile().fileName);
    const unit = this.program.unit(file);
    return unit?.ast === node.getSourceFile() ? unit : undefined;
  }

  private start(): { readonly program: ts.Program; readonly types: ts.TypeChecker } {
    if (this.started !== undefined) return this.started;
    const { ts } = this.program;
    if (!hasChecker(ts)) throw new CheckerNeeded('a type needs the checker');
    const options: ts.CompilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      allowImportingTsExtensions: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    };
    const program = ts.createProgram(this.program.parsedFiles().sort(), options, makeCheckerHost(this.program));
    this.started = { program, types: program.getTypeChecker() };
    return this.started;
  }
}
