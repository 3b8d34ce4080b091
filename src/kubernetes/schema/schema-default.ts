/** Filling in the defaults of a structural schema, and dropping nulls that it does not allow. */
import { copyDigits } from '../json/exact-integers.js';
import { cloneJson, isObject, own, setOwn, type JsonObject, type JsonValue } from '../json/json-value.js';
import { memberSchema, type SchemaNode } from './schema-node.js';

/** The object with defaults where values are missing, or null and not allowed to be. */
export function applyDefaults<T extends JsonObject>(object: T, schema: SchemaNode): T {
  return fill(object, schema) as T;
}

function fill(value: JsonValue, schema: SchemaNode): JsonValue {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return value;
    return keepIfSame(
      value,
      value.map((item) => fill(item, items)),
    );
  }
  if (!isObject(value)) return value;
  const { properties, additionalProperties } = schema;
  if (properties !== undefined) return fillProperties(value, properties);
  if (typeof additionalProperties !== 'object') return value;
  let changed: JsonObject | undefined;
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    const filled = fill(member, additionalProperties);
    if (filled === member) continue;
    changed ??= { ...value };
    setOwn(changed, key, filled);
  }
  return changed ?? value;
}

function fillProperties(value: JsonObject, properties: Readonly<Record<string, SchemaNode>>): JsonObject {
  let changed: JsonObject | undefined;
  for (const key of Object.keys(properties)) {
    const child = properties[key];
    if (child === undefined) continue;
    const current = own(value, key);
    const isMissing = current === undefined || (isForbiddenNull(current, child) && child.default !== undefined);
    const start = isMissing ? cloneJson(child.default) : current;
    if (start === undefined) continue;
    const filled = fill(start, child);
    if (filled === current) continue;
    changed ??= { ...value };
    setOwn(changed, key, filled);
  }
  return changed ?? value;
}

function isForbiddenNull(value: JsonValue | undefined, schema: SchemaNode): boolean {
  return value === null && schema.nullable !== true;
}

/** The object without properties that are null, must not be, and have no default. Decoding does this, applying does not. */
export function dropNulls<T extends JsonObject>(object: T, schema: SchemaNode): T {
  return withoutNulls(object, schema) as T;
}

function withoutNulls(value: JsonValue, schema: SchemaNode): JsonValue {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return value;
    return keepIfSame(
      value,
      value.map((item) => withoutNulls(item, items)),
    );
  }
  if (!isObject(value)) return value;
  let changed: JsonObject | undefined;
  for (const key of Object.keys(value)) {
    const member = value[key];
    const child = memberSchema(schema, key);
    if (member === undefined || child === undefined) continue;
    const isProperty = schema.properties !== undefined && Object.hasOwn(schema.properties, key);
    if (isProperty && isForbiddenNull(member, child) && child.default === undefined) {
      changed ??= { ...value };
      delete changed[key];
      continue;
    }
    const rest = withoutNulls(member, child);
    if (rest === member) continue;
    changed ??= { ...value };
    setOwn(changed, key, rest);
  }
  return changed ?? value;
}

function keepIfSame(before: JsonValue[], after: JsonValue[]): JsonValue[] {
  if (after.every((item, index) => item === before[index])) return before;
  copyDigits(before, after);
  return after;
}
