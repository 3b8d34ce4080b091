/** CEL rules that tell the branches of a union apart. */
import { isDeepStrictEqual } from 'node:util';
import { oneOfRule } from '../../markers/apply-field.js';
import { escapeCelName } from '../../kubernetes/cel/field-name.js';
import type { JsonSchema, JsonValue, ValidationRule } from '../../model/schema.js';
import type { Telling } from './telling.js';

/** Rules that every branch has. */
export function intersectRules(branches: readonly JsonSchema[]): ValidationRule[] {
  const [first = {}, ...rest] = branches;
  return (first['x-kubernetes-validations'] ?? []).filter((rule) => rest.every((branch) => hasRule(branch, rule)));
}

function hasRule(branch: JsonSchema, rule: ValidationRule): boolean {
  return (branch['x-kubernetes-validations'] ?? []).some((other) => isDeepStrictEqual(other, rule));
}

/** Rules of branches that a literal property tells apart. */
export function tagRules(
  branches: readonly JsonSchema[],
  tag: string,
  { always, nullable }: Pick<Telling, 'always' | 'nullable'>,
): ValidationRule[] {
  const valuesOf = (branch: JsonSchema): readonly JsonValue[] => branch.properties?.[tag]?.enum ?? [];
  const is = (values: readonly JsonValue[]): string => isOneOf(tag, values);
  const words = (values: readonly JsonValue[]): string => values.map(String).join(' or ');
  const rules: ValidationRule[] = [];
  for (const name of propertyNames(branches)) {
    const field = escapeCelName(name);
    const having = branches.filter((branch) => Object.hasOwn(branch.properties ?? {}, name));
    const requiring = branches.filter((branch) => branch.required?.includes(name));
    if (having.length < branches.length) {
      const values = having.flatMap(valuesOf);
      rules.push({
        rule: `!has(self.${field}) || ${is(values)}`,
        message: `${name} may only be set when ${tag} is ${words(values)}`,
      });
    }
    if (requiring.length > 0 && !always.includes(name) && !nullable.has(name)) {
      const values = requiring.flatMap(valuesOf);
      rules.push({
        rule: `!(${is(values)}) || has(self.${field})`,
        message: `${name} is required when ${tag} is ${words(values)}`,
      });
    }
  }
  return [...rules, ...branches.flatMap((branch) => guarded(branch, branches, `!(${is(valuesOf(branch))})`))];
}

/** CEL that is true when a property has one of the values. */
export function isOneOf(name: string, values: readonly JsonValue[]): string {
  const self = `self.${escapeCelName(name)}`;
  return values.length === 1
    ? `${self} == ${celLiteral(values[0])}`
    : `${self} in [${values.map(celLiteral).join(', ')}]`;
}

/** Rules of branches of which each has a property of its own. */
export function exclusiveRules(
  branches: readonly JsonSchema[],
  { keys, nullable }: Pick<Telling, 'keys' | 'nullable'>,
): ValidationRule[] {
  const rules: ValidationRule[] = [
    { rule: oneOfRule(keys, '=='), message: `exactly one of the fields in [${keys.join(' ')}] must be set` },
  ];
  for (const name of propertyNames(branches).filter((candidate) => !keys.includes(candidate))) {
    const field = escapeCelName(name);
    const owners = (fits: (branch: JsonSchema) => boolean): string[] =>
      keys.filter((_, index) => fits(branches[index] ?? {}));
    const allowed = owners((branch) => Object.hasOwn(branch.properties ?? {}, name));
    const needed = owners((branch) => branch.required?.includes(name) === true);
    const anyOf = (list: readonly string[]): string =>
      list.map((key) => `has(self.${escapeCelName(key)})`).join(' || ');
    if (allowed.length < keys.length) {
      rules.push({
        rule: `!has(self.${field}) || ${anyOf(allowed)}`,
        message: `${name} may only be set together with ${allowed.join(' or ')}`,
      });
    }
    if (needed.length > 0 && needed.length < keys.length && !nullable.has(name)) {
      rules.push({
        rule: `!(${anyOf(needed)}) || has(self.${field})`,
        message: `${name} is required together with ${needed.join(' or ')}`,
      });
    }
  }
  return [
    ...rules,
    ...branches.flatMap((branch, index) => guarded(branch, branches, `!has(self.${escapeCelName(keys[index] ?? '')})`)),
  ];
}

/** Rules of a branch apply only to that branch. */
function guarded(branch: JsonSchema, branches: readonly JsonSchema[], isOther: string): ValidationRule[] {
  const own = (branch['x-kubernetes-validations'] ?? []).filter(
    (rule) => !branches.every((other) => hasRule(other, rule)),
  );
  return own.map((rule) => ({ ...rule, rule: `${isOther} || (${rule.rule})` }));
}

/** The names of all properties. */
export function propertyNames(branches: readonly JsonSchema[]): string[] {
  return [...new Set(branches.flatMap((branch) => Object.keys(branch.properties ?? {})))];
}

function celLiteral(value: JsonValue | undefined): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
