/** Unions of objects whose branches differ in what must be set, as `Partial` of a tagged union and `RequireAtLeastOne` do. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema, MutableSchema } from '../../model/schema.js';
import { propertyNames } from './union-rules.js';

/** The schema of branches without a tag, of which none has a property to itself; `forbidden` is what each must not have. */
export function presenceSchema(
  branches: readonly JsonSchema[],
  forbidden: readonly (readonly string[])[],
  properties: Readonly<Record<string, JsonSchema>>,
): JsonSchema | undefined {
  const checks = presenceChecks(branches.map((schema, index) => ({ schema, forbidden: forbidden[index] ?? [] })));
  if (checks === undefined) return undefined;
  const schema: MutableSchema = { type: 'object', properties };
  const always = Object.keys(properties).filter((name) => branches.every(({ required }) => required?.includes(name)));
  if (always.length > 0) schema.required = always.sort();
  if (checks.length > 0) schema.anyOf = checks;
  return schema;
}

/** What a branch says: its schema, and the names that it forbids (`b?: never`). */
interface PresenceBranch {
  readonly schema: JsonSchema;
  readonly forbidden: readonly string[];
}

/**
 * The `anyOf` that tells such branches apart; `undefined` when they differ in more. Properties of other branches may be
 * set as well, as in TypeScript, unless a literal property that is set says which branch it is.
 */
function presenceChecks(branches: readonly PresenceBranch[]): readonly JsonSchema[] | undefined {
  const schemas = branches.map(({ schema }) => schema);
  const names = propertyNames(schemas);
  const tag = names.find((name) => isOptionalTag(schemas, name));
  if (names.some((name) => name !== tag && !isUniform(schemas, name)) || !schemas.every(saysPropertiesOnly))
    return undefined;
  const always = new Set(names.filter((name) => schemas.every(({ required }) => required?.includes(name))));
  const entries = branches.flatMap((branch) =>
    tag === undefined ? [entryOf(branch, always, [])] : taggedEntries(branch, always, tag, names),
  );
  const unique = entries.filter(
    (entry, index) => entries.findIndex((other) => isDeepStrictEqual(other, entry)) === index,
  );
  return unique.some((entry) => Object.keys(entry).length === 0) ? [] : unique;
}

/** A property of all branches, with other literals in each, which need not be set. */
function isOptionalTag(schemas: readonly JsonSchema[], name: string): boolean {
  const lists = schemas.map(({ properties }) => properties?.[name]?.enum);
  const values = lists.flatMap((list) => list ?? []);
  return lists.every((list) => list !== undefined) && new Set(values).size === values.length;
}

function isUniform(schemas: readonly JsonSchema[], name: string): boolean {
  const [first, ...rest] = schemas.flatMap(({ properties }) => properties?.[name] ?? []).map(withoutDocs);
  return rest.every((schema) => isDeepStrictEqual(schema, first));
}

function withoutDocs({ description: _description, title: _title, example: _example, ...rest }: JsonSchema): JsonSchema {
  return rest;
}

function saysPropertiesOnly(schema: JsonSchema): boolean {
  return Object.keys(withoutDocs(schema)).every((key) => ['type', 'properties', 'required'].includes(key));
}

/** With the tag, the branch has it to itself; without, only what it needs counts. */
function taggedEntries(
  branch: PresenceBranch,
  always: ReadonlySet<string>,
  tag: string,
  names: readonly string[],
): JsonSchema[] {
  const { properties = {}, required = [] } = branch.schema;
  const foreign = names.filter((name) => !Object.hasOwn(properties, name));
  const own = entryOf({ ...branch, forbidden: [...new Set([...branch.forbidden, ...foreign])] }, always, [tag]);
  const tagged = { ...own, properties: { [tag]: { enum: properties[tag]?.enum ?? [] } } };
  if (required.includes(tag)) return [tagged];
  return [tagged, entryOf({ ...branch, forbidden: [...branch.forbidden, tag] }, always, [])];
}

function entryOf(branch: PresenceBranch, always: ReadonlySet<string>, needed: readonly string[]): JsonSchema {
  const { schema, forbidden } = branch;
  const required = [...new Set([...(schema.required ?? []).filter((name) => !always.has(name)), ...needed])].sort();
  const entry: MutableSchema = {};
  if (required.length > 0) entry.required = required;
  const [only, ...others] = forbidden.map((name): JsonSchema => ({ required: [name] }));
  if (only !== undefined) entry.not = others.length === 0 ? only : { anyOf: [only, ...others] };
  return entry;
}
