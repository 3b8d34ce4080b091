/** Unions of object types: one structural schema whose CEL rules tell the branches apart. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema, MutableSchema } from '../../model/schema.js';
import { checksOf, commonSchema } from './branch-schema.js';
import { branchConditions } from './branch-conditions.js';
import { distinguishingKeys, findTag, intersectAll, nullableNames, type Telling } from './telling.js';
import { exclusiveRules, intersectRules, isOneOf, propertyNames, tagRules } from './union-rules.js';
import { presenceSchema } from './presence-union.js';
import { valueRules } from './value-rules.js';
import { escapeCelName } from '../../kubernetes/cel/field-name.js';

/** Either the schema, or why there is none. */
export type UnionResult =
  | { readonly kind: 'schema'; readonly schema: JsonSchema }
  | { readonly kind: 'problem'; readonly message: string; readonly fix: string };

/** Combines the schemas of a union's branches; `forbidden` names what a branch must not have (`b?: never`). */
export function combineObjects(
  given: readonly JsonSchema[],
  forbidden: readonly (readonly string[])[] = [],
): UnionResult {
  const grouped = groupByTag(given, forbidden);
  if ('kind' in grouped) return grouped;
  const { branches } = grouped;
  const [only] = branches;
  if (branches.length === 1 && only !== undefined) return { kind: 'schema', schema: only };
  const properties = combineProperties(branches);
  if (typeof properties === 'string')
    return problem(
      `the property "${properties}" has types in the branches of this union that the API server cannot check together`,
      'give it one type, or other names',
    );
  const lost = branches.flatMap((branch) => onlySomewhere(branch, branches)).at(0);
  if (lost !== undefined) return problem(lost.message, lost.fix);
  const always = intersectAll(branches.map(({ required }) => required ?? []));
  const tag = findTag(branches, always);
  const keys = tag === undefined ? distinguishingKeys(branches) : undefined;
  if (tag === undefined && keys === undefined) {
    const schema = presenceSchema(given, forbidden, properties);
    if (schema !== undefined) return { kind: 'schema', schema };
    return problem(
      'nothing tells the branches of this union apart',
      'give each branch a literal property (kind: "a"), or a required property that no other branch has',
    );
  }
  const telling: Telling = { tag, keys: keys ?? [], always, nullable: nullableNames(properties) };
  const isStructural = tag === undefined && telling.keys.some((key) => telling.nullable.has(key));
  if (isStructural && branches.some((branch) => branch['x-kubernetes-validations'] !== undefined))
    return problem(
      'a branch of this union with rules is told apart by a property that may be null, which no rule can see',
      'give each branch a literal property (kind: "a")',
    );
  const conditions = branchConditions(branches, telling);
  const checks = branchChecks(branches, properties, tag, conditions);
  if (checks === undefined)
    return problem(
      'the branches of this union differ in what the API server cannot check for each of them',
      'give the properties that differ other names, or move what differs into properties',
    );
  const rules = isStructural
    ? []
    : tag === undefined
      ? exclusiveRules(branches, telling)
      : tagRules(branches, tag, telling);
  const values = valueRules(branches, properties, (branch, index) =>
    tag === undefined
      ? `!has(self.${escapeCelName(telling.keys[index] ?? '')})`
      : `!(${isOneOf(tag, branch.properties?.[tag]?.enum ?? [])})`,
  );
  const schema: MutableSchema = { type: 'object', properties, ...sharedKeywords(branches) };
  if (always.length > 0) schema.required = [...always].sort();
  if (checks.length > 0) schema.anyOf = checks;
  const shared = intersectRules(branches);
  const all = [...rules, ...values, ...shared];
  if (all.length > 0) schema['x-kubernetes-validations'] = all;
  return { kind: 'schema', schema };
}

function problem(message: string, fix: string): UnionResult {
  return { kind: 'problem', message, fix };
}

/** Branches with one value of a tag are a union of their own. */
function groupByTag(
  branches: readonly JsonSchema[],
  forbidden: readonly (readonly string[])[],
): { readonly branches: readonly JsonSchema[] } | UnionResult {
  const always = intersectAll(branches.map(({ required }) => required ?? []));
  if (findTag(branches, always) !== undefined) return { branches };
  for (const name of always) {
    const groups = new Map<string, JsonSchema[]>();
    for (const branch of branches) {
      const key = JSON.stringify(branch.properties?.[name]?.enum ?? null);
      groups.set(key, [...(groups.get(key) ?? []), branch]);
    }
    const isTag = groups.size > 1 && groups.size < branches.length && !groups.has('null');
    const heads = [...groups.values()].flatMap(([head]) => head ?? []);
    if (!isTag || findTag(heads, [name]) === undefined) continue;
    const combined = [...groups.values()].map((group) =>
      combineObjects(
        group,
        group.map((branch) => forbidden[branches.indexOf(branch)] ?? []),
      ),
    );
    const failed = combined.find(({ kind }) => kind === 'problem');
    return failed ?? { branches: combined.flatMap((result) => (result.kind === 'schema' ? [result.schema] : [])) };
  }
  return { branches };
}

const OWN = new Set(['type', 'properties', 'required', 'x-kubernetes-validations', 'description', 'title', 'example']);
/** What a branch may say for itself: the API server allows it inside `anyOf`. */
const OF_BRANCH = ['minProperties', 'maxProperties', 'anyOf', 'oneOf', 'allOf', 'not'] as const;

/** What would be lost or would reach the other branches. */
function onlySomewhere(branch: JsonSchema, branches: readonly JsonSchema[]): { message: string; fix: string }[] {
  const isShared = (key: keyof JsonSchema): boolean =>
    branches.every((other) => isDeepStrictEqual(other[key], branch[key]));
  const keyword = (Object.keys(branch) as (keyof JsonSchema)[]).find(
    (key) => !OWN.has(key) && !OF_BRANCH.some((known) => known === key) && !isShared(key),
  );
  if (keyword !== undefined)
    return [
      {
        message: `"${keyword}" is said about one branch of this union, and the API server knows it for all of them only`,
        fix: 'say it about every branch, or about none',
      },
    ];
  const name = Object.entries(branch.properties ?? {}).find(
    ([key, { default: value }]) =>
      value !== undefined && !branches.every((other) => isDeepStrictEqual(other.properties?.[key]?.default, value)),
  )?.[0];
  if (name === undefined) return [];
  return [
    {
      message: `the default of "${name}" would be set in the other branches of this union as well, and make them invalid`,
      fix: 'remove the default and set the value in the controller, or give the property to every branch',
    },
  ];
}

function sharedKeywords(branches: readonly JsonSchema[]): JsonSchema {
  const [first = {}, ...rest] = branches;
  const entries = Object.entries(first).filter(
    ([key, value]) => !OWN.has(key) && rest.every((other) => isDeepStrictEqual(other[key as keyof JsonSchema], value)),
  );
  return Object.fromEntries(entries);
}

/** What each branch checks beyond what all have in common; none when there is nothing. */
function branchChecks(
  branches: readonly JsonSchema[],
  properties: Readonly<Record<string, JsonSchema>>,
  tag: string | undefined,
  conditions: readonly JsonSchema[],
): JsonSchema[] | undefined {
  const shared = sharedKeywords(branches);
  const all = branches.map((branch, index): JsonSchema | undefined => {
    const own = OF_BRANCH.filter((key) => branch[key] !== undefined && shared[key] === undefined);
    const checks = Object.entries(branch.properties ?? {}).map(([name, schema]) => {
      const common = properties[name] ?? {};
      const found = name === tag || isUnionOfValues(schema, common) ? {} : checksOf(schema, common);
      return [name, found] as const;
    });
    if (checks.some(([, found]) => found === undefined)) return undefined;
    const differing = checks.filter(([, found]) => Object.keys(found ?? {}).length > 0);
    if (own.length === 0 && differing.length === 0) return {};
    const condition = conditions[index] ?? {};
    return {
      ...Object.fromEntries(own.map((key) => [key, branch[key]])),
      ...condition,
      ...(branch.not !== undefined &&
        condition.not !== undefined && { allOf: [...(branch.allOf ?? []), { not: branch.not }] }),
      properties: { ...Object.fromEntries(differing), ...condition.properties },
    } as JsonSchema;
  });
  if (all.includes(undefined)) return undefined;
  const found = all.flatMap((checks) => checks ?? []);
  // A rule says most of it; the rest only these checks can.
  const isNeeded = conditions.some(
    ({ required = [], not }) => not !== undefined || required.length > (tag === undefined ? 1 : 0),
  );
  if (!isNeeded && found.every((checks) => Object.keys(checks).length === 0)) return [];
  return found.map((checks, index) => (Object.keys(checks).length === 0 ? (conditions[index] ?? {}) : checks));
}

/** A number or a string in different branches needs no check: the kinds of values say which it is. */
function isUnionOfValues(schema: JsonSchema, common: JsonSchema): boolean {
  return common['x-kubernetes-int-or-string'] === true && schema['x-kubernetes-int-or-string'] !== true;
}

/** Properties of all branches, or the name of one that cannot be combined. */
function combineProperties(branches: readonly JsonSchema[]): Record<string, JsonSchema> | string {
  const names = propertyNames(branches);
  const combined = new Map<string, JsonSchema>();
  for (const name of names) {
    const schemas = branches.flatMap((branch) => branch.properties?.[name] ?? []);
    const [first = {}, ...rest] = schemas;
    const simple = rest.reduce<JsonSchema | undefined>((left, right) => left && combineProperty(left, right), first);
    const both = simple ?? commonSchema(schemas);
    if (both === undefined) return name;
    combined.set(name, both);
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
