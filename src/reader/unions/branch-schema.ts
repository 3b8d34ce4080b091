/** What one branch of a union says about a property that other branches have with another type. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema, MutableSchema } from '../../model/schema.js';

const DOCS = new Set(['description', 'title', 'example', 'externalDocs']);
/** Keywords that the API server allows inside `anyOf`. */
const CHECKS = new Set([
  'enum',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minProperties',
  'maxProperties',
  'required',
]);

/** The schema that takes the values of all; `undefined` when the API server cannot check such a one. */
export function commonSchema(schemas: readonly JsonSchema[]): JsonSchema | undefined {
  const [first, ...rest] = schemas;
  if (first === undefined) return undefined;
  return rest.reduce<JsonSchema | undefined>((left, right) => left && commonOfTwo(left, right), first);
}

function commonOfTwo(left: JsonSchema, right: JsonSchema): JsonSchema | undefined {
  if (isDeepStrictEqual(withoutDocs(left), withoutDocs(right))) return left;
  if (left.type === undefined || left.type !== right.type || left.nullable !== right.nullable) return undefined;
  const common: MutableSchema = { type: left.type };
  if (left.nullable === true) common.nullable = true;
  const description = left.description ?? right.description;
  if (description !== undefined) common.description = description;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]) as ReadonlySet<keyof JsonSchema>;
  for (const key of keys) {
    if (DOCS.has(key) || CHECKS.has(key) || key === 'type' || key === 'nullable') continue;
    if (key === 'properties') {
      const properties = commonProperties(left.properties ?? {}, right.properties ?? {});
      if (properties === undefined) return undefined;
      common.properties = properties;
    } else if (key === 'items' && left.items !== undefined && right.items !== undefined) {
      const items = commonOfTwo(left.items, right.items);
      if (items === undefined) return undefined;
      common.items = items;
    } else if (!isDeepStrictEqual(left[key], right[key])) return undefined;
    else Object.assign(common, { [key]: left[key] });
  }
  for (const key of CHECKS as ReadonlySet<keyof JsonSchema>)
    if (key !== 'required' && left[key] !== undefined && isDeepStrictEqual(left[key], right[key]))
      Object.assign(common, { [key]: left[key] });
  return common;
}

function commonProperties(
  left: Readonly<Record<string, JsonSchema>>,
  right: Readonly<Record<string, JsonSchema>>,
): Record<string, JsonSchema> | undefined {
  const merged = new Map(Object.entries(left));
  for (const [name, schema] of Object.entries(right)) {
    const other = merged.get(name);
    const common = other === undefined ? schema : commonOfTwo(other, schema);
    if (common === undefined || common.default !== undefined) return undefined;
    merged.set(name, common);
  }
  return Object.fromEntries(merged);
}

/** What `schema` checks beyond `common`; `undefined` when that cannot be said inside `anyOf`. */
export function checksOf(schema: JsonSchema, common: JsonSchema): JsonSchema | undefined {
  if (isDeepStrictEqual(withoutDocs(schema), withoutDocs(common))) return {};
  const checks: MutableSchema = {};
  for (const [key, value] of Object.entries(schema) as [keyof JsonSchema, unknown][]) {
    if (isDeepStrictEqual(value, common[key])) continue;
    if (CHECKS.has(key)) Object.assign(checks, { [key]: value });
    else if (key === 'items' && schema.items !== undefined && common.items !== undefined) {
      const items = checksOf(schema.items, common.items);
      if (items === undefined) return undefined;
      checks.items = items;
    } else if (key !== 'properties' && !DOCS.has(key)) return undefined;
  }
  const properties = new Map<string, JsonSchema>();
  const absent = Object.keys(common.properties ?? {}).filter((name) => !Object.hasOwn(schema.properties ?? {}, name));
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const found = checksOf(inner, common.properties?.[name] ?? {});
    if (found === undefined) return undefined;
    if (Object.keys(found).length > 0) properties.set(name, found);
  }
  if (properties.size > 0) checks.properties = Object.fromEntries(properties);
  if (absent.length > 0) checks.not = { anyOf: absent.map((name) => ({ required: [name] })) };
  return checks;
}

function withoutDocs(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !DOCS.has(key)));
}
