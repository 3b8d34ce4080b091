/** Expressions that can be run, compiled once. */
import { compileCel, showProblems } from '../compile.js';
import type { Checked } from '../check/check.js';
import { STANDARD_NAMES, type Names } from '../check/functions.js';
import { DYN, type Type } from '../check/types.js';
import { Budget, Meter } from '../meter/meter.js';
import { evaluate } from './evaluate.js';
import { CelFailure } from './values.js';

/** An expression that can be run. */
export interface Program {
  /** Throws `CelFailure` when it has no value, costs too much, or costs more than the budget has left. */
  run(variables: Readonly<Record<string, unknown>>, budget?: Budget): unknown;
  /** Variables of the surroundings that it reads. */
  readonly variables: ReadonlySet<string>;
}

/** Compiles expressions over the given variables. */
export class ProgramCache {
  private readonly variables: Readonly<Record<string, Type>>;
  private readonly names: Names;
  private readonly programs = new Map<string, Program | CelFailure>();

  constructor(variables: Readonly<Record<string, Type>>, names = STANDARD_NAMES) {
    this.variables = variables;
    this.names = names;
  }

  /** The program of an expression. Throws `CelFailure` when it does not compile. */
  compile(text: string): Program {
    const known = this.programs.get(text) ?? this.tryCompile(text);
    this.programs.set(text, known);
    if (known instanceof CelFailure) throw known;
    return known;
  }

  private tryCompile(text: string): Program | CelFailure {
    const compiled = compileCel(text, this.variables, this.names);
    if (compiled.kind === 'wrong')
      return new CelFailure(`compilation failed: ${showProblems(text, compiled.problems)}`);
    const { checked } = compiled;
    return { variables: checked.variables, run: (values, budget) => metered(checked, values, budget) };
  }
}

function metered(checked: Checked, values: Readonly<Record<string, unknown>>, budget = new Budget()): unknown {
  const meter = new Meter();
  try {
    return evaluate(checked, values, meter);
  } finally {
    budget.spend(meter.cost);
  }
}

/** Variables of which nothing is known before the expression runs. */
export function dynamicVariables(names: readonly string[]): Readonly<Record<string, Type>> {
  return Object.fromEntries(names.map((name) => [name, DYN]));
}
