/** Parts that validating and mutating policies have in common. */
import { variableType } from '../cel/admission-types.js';
import type { Type } from '../cel/check/types.js';
import type { Field } from '../field.js';
import { labelSelector } from '../selector/selector-rules.js';
import { isDns1035Label, isPathSegment, isSubdomain } from '../value/names.js';
import { expression } from './expressions.js';

const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
);

/** Match conditions that an update leaves alone are not checked again. */
export function keepsMatchConditions(spec: Field, before: Field | undefined): boolean {
  if (before === undefined) return false;
  return ['paramKind', 'matchConditions'].every((key) => spec.at(key).equals(before.at(key)));
}

/** `variables`, and their types by name. */
export function variables(field: Field, hasParams: boolean): ReadonlyMap<string, Type> {
  const known = new Map<string, Type>();
  for (const item of field.items) {
    const [name, value] = [item.at('name'), item.at('expression')];
    if (name.text.trim() === '') name.required('name is not specified');
    else if (!/^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name.text) || RESERVED.has(name.text)) {
      name.invalid('must be a valid CEL identifier');
    }
    if (value.text.trim() === '') value.required('expression is not specified');
    else known.set(name.text, variableType(expression(value, { hasParams, variables: new Map(known) }, [])));
  }
  return known;
}

/** `paramKind`. */
export function paramKind(field: Field): void {
  const [version, kind] = [field.at('apiVersion'), field.at('kind')];
  const parts = version.text.split('/');
  if (version.text === '') version.required();
  else if (parts.length > 2) version.invalid(`unexpected GroupVersion string: ${version.text}`);
  else {
    const [name = '', group = ''] = [...parts].reverse();
    const groupProblems = group === '' ? [] : isSubdomain(group);
    if (groupProblems.length > 0) version.invalid(groupProblems.join(','), group);
    const problems = isDns1035Label(name);
    if (name === '') version.invalid('version must be specified');
    else if (problems.length > 0) version.invalid(problems.join(','), name);
  }
  const problems = isDns1035Label(kind.text.toLowerCase());
  if (kind.text === '') kind.required();
  else if (problems.length > 0) {
    kind.invalid(`may have mixed case, but should otherwise match: ${problems.join(',')}`);
  }
}

/** `paramRef` of a binding. */
export function paramReference(field: Field): void {
  const [name, selector, action] = [field.at('name'), field.at('selector'), field.at('parameterNotFoundAction')];
  const why = 'name and selector are mutually exclusive';
  name.may(isPathSegment);
  if (name.text !== '' && selector.isSet) name.forbidden(why);
  labelSelector(selector);
  if (name.text !== '' && selector.isSet) selector.forbidden(why);
  if (name.text === '' && !selector.isSet) field.required('one of name or selector must be specified');
  action.needsOneOf(['Deny', 'Allow']);
}
