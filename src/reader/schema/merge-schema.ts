/** Combines the schema of a type with what a user of the type adds, as controller-gen's flattening does. */
import type { JsonSchema, JsonValue, MutableSchema } from '../../model/schema.js';

/** Called when both sides cannot be true at once. */
export type ReportConflict = (message: string) => void;

const LATER_WINS = [
  'title',
  'description',
  'example',
  'externalDocs',
  'default',
  'additionalProperties',
  'anyOf',
  'oneOf',
  'not',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-map-type',
  'x-kubernetes-list-type',
  'x-kubernetes-list-map-keys',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-int-or-string',
  'nullable',
  'uniqueItems',
] as const;

/** A value must fit both; where one keyword cannot say that, `allOf` does. */
const HOISTED = ['pattern', 'format', 'multipleOf'] as const;

/** The smaller (or larger) number binds. */
const LIMITS = [
  ['maxLength', Math.min],
  ['maxItems', Math.min],
  ['maxProperties', Math.min],
  ['minLength', Math.max],
  ['minItems', Math.max],
  ['minProperties', Math.max],
] as const;

/** The schema that satisfies both; `added` is the later, nearer one. */
export function mergeSchemas(type: JsonSchema, added: JsonSchema, report: ReportConflict): JsonSchema {
  const merged: MutableSchema = { ...type };
  if (added.type !== undefined && type.type !== undefined && added.type !== type.type) {
    report(`no value has both types ${type.type} and ${added.type}`);
  }
  merged.type ??= added.type;
  if (merged.type === undefined) delete merged.type;
  for (const key of LATER_WINS) if (added[key] !== undefined) assign(merged, key, added[key]);
  mergeLimits(merged, type, added);
  mergeBounds(merged, type, added);
  hoist(merged, type, added);
  if (added.enum !== undefined)
    merged.enum = type.enum === undefined ? added.enum : intersectEnums(type.enum, added.enum, report);
  if (added.required !== undefined)
    merged.required = [...new Set([...(type.required ?? []), ...added.required])].sort();
  if (added.properties !== undefined)
    merged.properties = mergeProperties(type.properties ?? {}, added.properties, report);
  if (typeof type.additionalProperties === 'object' && typeof added.additionalProperties === 'object') {
    merged.additionalProperties = mergeSchemas(type.additionalProperties, added.additionalProperties, report);
  }
  if (added.items !== undefined)
    merged.items = type.items === undefined ? added.items : mergeSchemas(type.items, added.items, report);
  if (added.allOf !== undefined) merged.allOf = [...(merged.allOf ?? []), ...added.allOf];
  const rules = added['x-kubernetes-validations'];
  // Rules of the user of a type come before the type's own.
  if (rules !== undefined) merged['x-kubernetes-validations'] = [...rules, ...(type['x-kubernetes-validations'] ?? [])];
  return merged;
}

/** Sets a keyword that both schemas have with the same type. */
function assign<Key extends keyof JsonSchema>(schema: MutableSchema, key: Key, value: JsonSchema[Key]): void {
  schema[key] = value;
}

function mergeLimits(merged: MutableSchema, type: JsonSchema, added: JsonSchema): void {
  for (const [key, choose] of LIMITS) {
    const [left, right] = [type[key], added[key]];
    if (right === undefined) continue;
    merged[key] = left === undefined ? right : choose(Number(left), Number(right));
  }
}

/** Minimum and maximum go together with their exclusive forms. */
function mergeBounds(merged: MutableSchema, type: JsonSchema, added: JsonSchema): void {
  for (const [key, exclusive, isTighter] of [
    ['maximum', 'exclusiveMaximum', (left: number | bigint, right: number | bigint) => left < right],
    ['minimum', 'exclusiveMinimum', (left: number | bigint, right: number | bigint) => left > right],
  ] as const) {
    const [left, right] = [type[key], added[key]];
    const isBothExclusive = type[exclusive] === true || added[exclusive] === true;
    if (right === undefined) {
      if (isBothExclusive) merged[exclusive] = true;
    } else if (left === undefined || left === right) {
      merged[key] = right;
      if (isBothExclusive) merged[exclusive] = true;
    } else {
      const winner = isTighter(left, right) ? type : added;
      merged[key] = winner[key];
      if (winner[exclusive] === true) merged[exclusive] = true;
      else delete merged[exclusive];
    }
  }
}

function hoist(merged: MutableSchema, type: JsonSchema, added: JsonSchema): void {
  const first: MutableSchema = {};
  const second: MutableSchema = {};
  for (const key of HOISTED) {
    const [left, right] = [type[key], added[key]];
    if (right === undefined || left === right) continue;
    if (left === undefined) {
      assign(merged, key, right);
      continue;
    }
    delete merged[key];
    assign(first, key, left);
    assign(second, key, right);
  }
  if (Object.keys(first).length > 0) merged.allOf = [...(merged.allOf ?? []), first, second];
}

function intersectEnums(
  left: readonly JsonValue[],
  right: readonly JsonValue[],
  report: ReportConflict,
): readonly JsonValue[] {
  const shared = right.filter((value) => left.includes(value));
  if (shared.length === 0) report('no value is allowed by both enums');
  return shared;
}

function mergeProperties(
  left: Readonly<Record<string, JsonSchema>>,
  right: Readonly<Record<string, JsonSchema>>,
  report: ReportConflict,
): Record<string, JsonSchema> {
  const merged = new Map(Object.entries(left));
  for (const [name, schema] of Object.entries(right)) {
    const other = merged.get(name);
    merged.set(
      name,
      other === undefined ? schema : mergeSchemas(other, schema, (message) => report(`${name}: ${message}`)),
    );
  }
  return Object.fromEntries(merged);
}
