/** One source file, parsed when needed. */
import path from 'node:path';
import type { ts } from 'ts-morph';
import { type Diagnostic, sortDiagnostics, type SourcePosition } from '../../model/diagnostic.js';
import type { DiagnosticCode } from '../../model/diagnostic-codes.js';
import type { TypeScript } from '../../typescript/load.js';

/** A source file with its text and syntax tree. */
export interface Unit {
  /** Absolute path. */
  readonly file: string;
  /** As shown to the user: relative to the root, with `/`. */
  readonly shown: string;
  readonly text: string;
  readonly ast: ts.SourceFile;
  /** The same tree; made now, its nodes do not know their parents. For the checker, whose first pass tells them. */
  tree(): ts.SourceFile;
}

/** A unit whose tree is made on first use. */
export function makeUnit(ts: TypeScript, root: string, file: string, text: string): Unit {
  let ast: ts.SourceFile | undefined;
  const parse = (withParents: boolean): ts.SourceFile =>
    ts.createSourceFile(
      file,
      text,
      { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
      withParents,
    );
  return {
    file,
    get shown() {
      return showPath(root, file);
    },
    text,
    get ast() {
      return (ast ??= parse(true));
    },
    tree: () => (ast ??= parse(false)),
  };
}

/** A path for people: relative to the root where it is below it. */
export function showPath(root: string, file: string): string {
  const relative = path.relative(root, file);
  const shown = relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
  return shown.split(path.sep).join('/');
}

/** The place of an offset in a unit. */
export function positionAt(unit: Unit, offset: number, length = 1): SourcePosition {
  const { line, character } = unit.ast.getLineAndCharacterOfPosition(offset);
  const end = unit.text.indexOf('\n', offset);
  const rest = (end < 0 ? unit.text.length : end) - offset;
  return { file: unit.shown, line: line + 1, column: character + 1, length: Math.max(1, Math.min(length, rest)) };
}

/** The line that a position points into. */
export function excerptAt(unit: Unit, offset: number): string {
  const start = unit.text.lastIndexOf('\n', offset - 1) + 1;
  const end = unit.text.indexOf('\n', offset);
  return unit.text.slice(start, end < 0 ? undefined : end).replace(/\r$/, '');
}

/** What a problem is, without its place. */
export type Problem = Pick<Diagnostic, 'severity' | 'message' | 'fix'> & { readonly code: DiagnosticCode };

/** Collects problems, each once. */
export class Diagnostics {
  private readonly found = new Map<string, Diagnostic>();

  /** Reports a problem at an offset of a unit. */
  at(unit: Unit, offset: number, length: number, problem: Problem): void {
    this.add({ ...problem, position: positionAt(unit, offset, length), excerpt: excerptAt(unit, offset) });
  }

  /** Reports a problem at a node. */
  atNode(unit: Unit, node: ts.Node, problem: Problem): void {
    const start = node.getStart(unit.ast);
    this.at(unit, start, node.end - start, problem);
  }

  add(diagnostic: Diagnostic): void {
    const { position } = diagnostic;
    const key = [diagnostic.code, position?.file, position?.line, position?.column, diagnostic.message].join('\0');
    if (!this.found.has(key)) this.found.set(key, diagnostic);
  }

  /** How many problems there are; `reset` leaves out those that came later. */
  mark(): number {
    return this.found.size;
  }

  /** Forgets what was reported after a mark, by a way that led nowhere. */
  reset(mark: number): void {
    for (const key of [...this.found.keys()].slice(mark)) this.found.delete(key);
  }

  /** All problems, sorted by place. */
  list(): Diagnostic[] {
    return sortDiagnostics([...this.found.values()]);
  }
}
