/** Unions of object types: one structural schema whose CEL rules tell the branches apart. */
import { isDeepStrictEqual } from 'node:util';
import { oneOfRule } from '../markers/apply-field.js';
import { escapeCelName } from '../kubernetes/cel/field-name.js';
import type { JsonSchema, JsonValue, MutableSchema, ValidationRule } from '../model/schema.js';

/** Either the schema, or why there is none. */
export type UnionResult =
  | { readonly kind: 'schema'; readonly schema: JsonSchema }
  | { readonly kind: 'problem'; readonly message: string; readonly fix: string };

/** Combines the schemas of a union's branches. */
export function combineObjects(branches: readonly JsonSchema[]): UnionResult {
  const properties = combineProperties(branches);
  if (typeof properties === 'string') {
    return {
      kind: 'problem',
      message: `the property "${properties}" has different types in the branches of this union`,
      fix: 'give it one type, or other names',
    };
  }
  const always = intersectAll(branches.map(({ required }) => required ?? []));
  const tag = findTag(branches, always);
  const keys = tag === undefined ? distinguishingKeys(branches) : undefined;
  if (tag === undefined && keys === undefined) {
    return {
      kind: 'problem',
      message: 'nothing tells the branches of this union apart',
      fix: 'give each branch a literal property (kind: "a"), or a required property that no other branch has',
    };
  }
  const rules = tag === undefined ? exclusiveRules(branches, keys ?? []) : tagRules(branches, tag, always);
  const schema: MutableSchema = { type: 'object', properties };
  if (always.length > 0) schema.required = [...always].sort();
  if (rules.length > 0) schema['x-kubernetes-validations'] = rules;
  return { kind: 'schema', schema };
}

/** Properties of all branches, or the name of one that cannot be combined. */
function combineProperties(branches: readonly JsonSchema[]): Record<string, JsonSchema> | string {
  const combined = new Map<string, JsonSchema>();
  for (const branch of branches) {
    for (const [name, schema] of Object.entries(branch.properties ?? {})) {
      const other = combined.get(name);
      const both = other === undefined ? schema : combineProperty(other, schema);
      if (both === undefined) return name;
      combined.set(name, both);
    }
  }
  return Object.fromEntries(combined);
}

function combineProperty(left: JsonSchema, right: JsonSchema): JsonSchema | undefined {
  const description = left.description ?? right.description;
  const doc = description === undefined ? {} : { description };
  const [plainLeft, plainRight] = [withoutDocs(left), withoutDocs(right)];
  if (isDeepStrictEqual(plainLeft, plainRight)) return { ...left, ...doc };
  if (left.type === right.type && isScalar(left)) {
    const { enum: leftEnum, ...restLeft } = plainLeft;
    const { enum: rightEnum, ...restRight } = plainRight;
    if (!isDeepStrictEqual(restLeft, restRight)) return undefined;
    // A branch without an enum takes every value.
    if (leftEnum === undefined || rightEnum === undefined) return { ...restLeft, ...doc };
    return { ...restLeft, ...doc, enum: [...new Set([...leftEnum, ...rightEnum])] };
  }
  const types = new Set([left.type, right.type]);
  const isPlain = Object.keys(plainLeft)
    .concat(Object.keys(plainRight))
    .every((key) => key === 'type' || key === 'format');
  if (!types.has('integer') || !types.has('string') || !isPlain) return undefined;
  return { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true, ...doc };
}

function withoutDocs(schema: JsonSchema): JsonSchema {
  const { description: _description, title: _title, example: _example, ...rest } = schema;
  return rest;
}

function isScalar({ type }: JsonSchema): boolean {
  return type === 'string' || type === 'integer' || type === 'boolean';
}

function intersectAll(lists: readonly (readonly string[])[]): string[] {
  const [first = [], ...rest] = lists;
  return first.filter((name) => rest.every((list) => list.includes(name)));
}

/** A required property whose values differ from branch to branch. */
function findTag(branches: readonly JsonSchema[], always: readonly string[]): string | undefined {
  return always.find((name) => {
    const values = branches.map((branch) => branch.properties?.[name]?.enum);
    if (values.includes(undefined)) return false;
    const all = values.flatMap((list) => list ?? []);
    return new Set(all).size === all.length;
  });
}

/** For each branch a required property that no other branch has. */
function distinguishingKeys(branches: readonly JsonSchema[]): string[] | undefined {
  const keys = branches.map((branch) =>
    (branch.required ?? []).find((name) =>
      branches.every((other) => other === branch || !Object.hasOwn(other.properties ?? {}, name)),
    ),
  );
  return keys.every((key) => key !== undefined) ? keys : undefined;
}

function tagRules(branches: readonly JsonSchema[], tag: string, always: readonly string[]): ValidationRule[] {
  const self = `self.${escapeCelName(tag)}`;
  const valuesOf = (branch: JsonSchema): readonly JsonValue[] => branch.properties?.[tag]?.enum ?? [];
  const is = (values: readonly JsonValue[]): string =>
    values.length === 1 ? `${self} == ${celLiteral(values[0])}` : `${self} in [${values.map(celLiteral).join(', ')}]`;
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
    if (requiring.length > 0 && !always.includes(name)) {
      const values = requiring.flatMap(valuesOf);
      rules.push({
        rule: `!(${is(values)}) || has(self.${field})`,
        message: `${name} is required when ${tag} is ${words(values)}`,
      });
    }
  }
  return [...rules, ...branches.flatMap((branch) => guarded(branch, `!(${is(valuesOf(branch))})`))];
}

function exclusiveRules(branches: readonly JsonSchema[], keys: readonly string[]): ValidationRule[] {
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
    if (needed.length > 0 && needed.length < keys.length) {
      rules.push({
        rule: `!(${anyOf(needed)}) || has(self.${field})`,
        message: `${name} is required together with ${needed.join(' or ')}`,
      });
    }
  }
  return [
    ...rules,
    ...branches.flatMap((branch, index) => guarded(branch, `!has(self.${escapeCelName(keys[index] ?? '')})`)),
  ];
}

/** Rules of a branch hold only for that branch. */
function guarded(branch: JsonSchema, isOther: string): ValidationRule[] {
  return (branch['x-kubernetes-validations'] ?? []).map((rule) => ({ ...rule, rule: `${isOther} || (${rule.rule})` }));
}

function propertyNames(branches: readonly JsonSchema[]): string[] {
  return [...new Set(branches.flatMap((branch) => Object.keys(branch.properties ?? {})))];
}

function celLiteral(value: JsonValue | undefined): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
