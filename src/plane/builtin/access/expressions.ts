/** CEL expressions of webhooks and policies. */
import { admissionVariables, isResult, type ResultSort } from '../../../kubernetes/cel/admission-types.js';
import { DYN, showType, type Type } from '../../../kubernetes/cel/check/types.js';
import { compileCel, showProblems } from '../../../kubernetes/cel/compile.js';
import { qualifiedNameProblems } from '../../../kubernetes/value/names.js';
import type { Field } from '../../../kubernetes/field.js';

/** What an expression may see. */
export interface Scope {
  readonly hasParams: boolean;
  /** Variables that are known so far, with their types; undefined where there are none. */
  readonly variables?: ReadonlyMap<string, Type>;
}

/** Compiles an expression, checks the type of its result, and returns it. */
export function expression(field: Field, scope: Scope, sorts: readonly ResultSort[]): Type {
  const compiled = compileCel(field.text, admissionVariables(scope));
  if (compiled.kind === 'wrong') {
    field.invalid(`compilation failed: ${showProblems(field.text, compiled.problems)}`);
    return DYN;
  }
  const { type } = compiled.checked;
  if (sorts.length > 0 && !isResult(type, sorts)) {
    const [first = ''] = sorts;
    const wanted =
      sorts.length === 1 ? first : `one of [${sorts.map((sort) => (sort === 'null' ? 'null_type' : sort)).join(' ')}]`;
    field.invalid(`must evaluate to ${wanted} but got ${showType(type)}`);
  }
  return type;
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
