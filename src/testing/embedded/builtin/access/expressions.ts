/** CEL expressions of webhooks and policies. */
import { CelCompiler, CelFailure, type CelProgram } from '../../cel-environment.js';
import { qualifiedNameProblems } from '../../object-names.js';
import type { Field } from '../field.js';

const BASE = ['object', 'oldObject', 'request', 'authorizer', 'namespaceObject'];
const compilers = new Map<string, CelCompiler>();

/** What an expression may see. */
export interface Scope {
  readonly hasParams: boolean;
  /** Variables that are known so far; undefined where there are none. */
  readonly variables?: ReadonlySet<string>;
}

function compilerFor({ hasParams, variables }: Scope): CelCompiler {
  const names = [...BASE, ...(hasParams ? ['params'] : []), ...(variables === undefined ? [] : ['variables'])];
  const key = names.join();
  const known = compilers.get(key) ?? new CelCompiler(names);
  compilers.set(key, known);
  return known;
}

/** Compiles an expression and checks the type of its result. */
export function expression(field: Field, scope: Scope, types: readonly string[]): void {
  const program = compiled(field, scope);
  if (program === undefined || types.length === 0) return;
  const isUnknown = program.type === 'dyn' && program.selection === undefined;
  if (isUnknown || types.includes(program.type)) return;
  field.invalid(`must evaluate to ${types.join(' or ')} but got ${program.type}`);
}

function compiled(field: Field, scope: Scope): CelProgram | undefined {
  try {
    const program = compilerFor(scope).compile(field.text);
    for (const { path } of program.selections) {
      const [root, name = ''] = path;
      if (root !== 'variables' || scope.variables === undefined || scope.variables.has(name)) continue;
      throw new CelFailure(`undefined field '${name}'`);
    }
    return program;
  } catch (error) {
    if (!(error instanceof CelFailure)) throw error;
    field.invalid(`compilation failed: ${error.message}`);
    return undefined;
  }
}

/** `matchConditions`. */
export function matchConditions(field: Field, scope: Scope): void {
  if (field.size > 64) field.tooMany(64);
  const names = new Set<string>();
  for (const item of field.items) {
    const text = item.at('expression');
    if (text.text.trim() === '') text.required();
    else expression(text.with(text.text.trim()), scope, ['bool']);
    const name = item.at('name').needs(qualifiedNameProblems);
    if (name.text !== '' && names.has(name.text)) name.duplicate();
    names.add(name.text);
  }
}
