/** CEL expressions of webhooks and policies. */
import {
  admissionNames,
  type AdmissionScope,
  admissionVariables,
  isResult,
  type ResultSort,
} from '../cel/admission-types.js';
import { DYN, showType, type Type } from '../cel/check/types.js';
import { compileCel, showProblems } from '../cel/compile.js';
import { programProblem } from '../cel/check/literal-check.js';
import { typeValueProblem } from '../cel/check/patch-names.js';
import { qualifiedNameProblems } from '../value/names.js';
import type { Field } from '../field.js';

/** Compiles an expression, checks the type of its result, and returns it. Findings show the value of the field. */
export function expression(
  field: Field,
  scope: AdmissionScope,
  sorts: readonly ResultSort[],
  text: string = field.text,
): Type {
  const compiled = compileCel(text, admissionVariables(scope), admissionNames(scope));
  if (compiled.kind === 'wrong') {
    field.invalid(`compilation failed: ${showProblems(text, compiled.problems)}`);
    return DYN;
  }
  const { type } = compiled.checked;
  if (sorts.length > 0 && !isResult(type, sorts)) {
    const [first = ''] = sorts;
    const wanted =
      sorts.length === 1 ? first : `one of [${sorts.map((sort) => (sort === 'null' ? 'null_type' : sort)).join(' ')}]`;
    field.invalid(`must evaluate to ${wanted} but got ${type.kind === 'null' ? 'null_type' : showType(type)}`);
    return type;
  }
  const broken = programProblem(compiled.checked.root) ?? typeValueProblem(compiled.checked);
  if (broken !== undefined) field.internal(`program instantiation failed: ${broken}`);
  return type;
}

/** `matchConditions`. */
export function matchConditions(field: Field, scope: AdmissionScope): void {
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
