/** The one place that knows the CEL library: compiling expressions, with the functions that Kubernetes adds. */
import { Environment, type ASTNode, type ParseResult } from '@marcbachmann/cel-js';
import { celFunctions, celTypes } from './cel-library.js';

/** An expression that can be run. */
export interface CelProgram {
  /** Throws `CelFailure` when evaluation fails. */
  run(variables: Readonly<Record<string, unknown>>): unknown;
  /** Names that stand alone in the expression. */
  readonly variables: ReadonlySet<string>;
  /** Chains of fields from a variable: `self.spec.x` is `['self', 'spec', 'x']`, with the column of the last dot. */
  readonly selections: readonly Selection[];
  /** The type of the result as far as it is known; `dyn` when it is not. */
  readonly type: string;
  /** The chain of fields, when the expression is nothing else. */
  readonly selection: readonly string[] | undefined;
}

/** A chain of fields. */
export interface Selection {
  readonly path: readonly string[];
  readonly column: number;
}

/** An expression that does not compile or cannot be evaluated. */
export class CelFailure extends Error {
  override readonly name = 'CelFailure';
  readonly column: number;
  constructor(message: string, column = 0) {
    super(message);
    this.column = column;
  }
}

/** Compiles expressions over the given variables; all values are dynamic. */
export class CelCompiler {
  private readonly environment: Environment;
  private readonly programs = new Map<string, CelProgram | CelFailure>();

  constructor(variables: readonly string[]) {
    const environment = new Environment({
      unlistedVariablesAreDyn: false,
      homogeneousAggregateLiterals: false,
      enableOptionalTypes: true,
    });
    for (const variable of variables) environment.registerVariable(variable, 'dyn');
    for (const [name, constructor] of celTypes) environment.registerType(name, constructor);
    for (const [signature, handler] of celFunctions) environment.registerFunction(signature, handler);
    this.environment = environment;
  }

  /** The program of an expression, compiled once. Throws `CelFailure` when it does not compile. */
  compile(expression: string): CelProgram {
    const known = this.programs.get(expression) ?? this.tryCompile(expression);
    this.programs.set(expression, known);
    if (known instanceof CelFailure) throw known;
    return known;
  }

  private tryCompile(expression: string): CelProgram | CelFailure {
    try {
      const parsed = this.environment.parse(expression);
      const checked = parsed.check();
      if (!checked.valid) return failureOf(checked.error);
      return programOf(parsed, checked.type ?? 'dyn');
    } catch (error) {
      return failureOf(error);
    }
  }
}

function programOf(parsed: ParseResult, type: string): CelProgram {
  const variables = new Set<string>();
  const selections: Selection[] = [];
  collect(parsed.ast, variables, selections);
  return {
    variables,
    selections,
    type,
    selection: selectionOf(parsed.ast),
    run: (values) => {
      try {
        return parsed(values) as unknown;
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

function failureOf(error: unknown): CelFailure {
  const { summary, message, range } = (error ?? {}) as {
    summary?: string;
    message?: string;
    range?: { start: number };
  };
  return new CelFailure(summary ?? message ?? String(error), range?.start ?? 0);
}

function collect(node: ASTNode, variables: Set<string>, selections: Selection[]): void {
  const path = selectionOf(node);
  if (path !== undefined && path.length > 1 && node.op === '.') {
    const [target] = node.args;
    selections.push({ path, column: target.range.end });
  }
  if (node.op === 'id') variables.add(node.args);
  for (const child of childrenOf(node.args)) collect(child, variables, selections);
}

function selectionOf(node: ASTNode): string[] | undefined {
  if (node.op === 'id') return [node.args];
  if (node.op !== '.') return undefined;
  const [target, field] = node.args;
  const parent = selectionOf(target);
  return parent === undefined ? undefined : [...parent, field];
}

function childrenOf(value: unknown): ASTNode[] {
  if (Array.isArray(value)) return value.flatMap(childrenOf);
  if (typeof value !== 'object' || value === null) return [];
  return 'op' in value ? [value as ASTNode] : [];
}
