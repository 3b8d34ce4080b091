/** TypeScript's own checker, over the syntax trees of the reader. It is started when a type needs it, and not before. */
import type { ts } from 'ts-morph';
import { hasChecker } from '../../typescript/load.js';
import type { Program } from '../sources/program.js';
import type { Unit } from '../sources/unit.js';
import { type StartedChecker, startChecker } from './checker-host.js';

/** A type needs the checker, and the sources were read with a parser alone: they are read again with the compiler. */
export class CheckerNeeded extends Error {}

/** Asks the checker about nodes of the reader's files. */
export class Checker {
  readonly program: Program;
  private started: StartedChecker | undefined;
  private readonly units = new Map<ts.SourceFile, Unit | undefined>();

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
    if (this.start().fileOf(file.fileName) !== file) return undefined;
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
    const file = node.getSourceFile();
    if (!this.units.has(file)) this.units.set(file, this.program.unitOf(file));
    return this.units.get(file);
  }

  private start(): StartedChecker {
    if (this.started !== undefined) return this.started;
    if (!hasChecker(this.program.ts)) throw new CheckerNeeded('a type needs the checker');
    this.started = startChecker(this.program);
    return this.started;
  }
}
