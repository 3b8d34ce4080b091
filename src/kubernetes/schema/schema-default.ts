/** Filling in the defaults of a structural schema. */
import { copyDigits } from '../json/exact-integers.js';
import { cloneJson, isObject, own, setOwn, type JsonObject, type JsonValue } from '../json/json-value.js';
import type { SchemaNode } from './schema-node.js';

/** The object with nulls dropped where they are not allowed, and defaults where values are missing. */
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
    if (current === null && child.nullable !== true && child.default === undefined) {
      changed ??= { ...value };
      delete changed[key];
      continue;
    }
    const isMissing = current === undefined || (current === null && child.nullable !== true);
    const start = isMissing ? cloneJson(child.default) : current;
    if (start === undefined) continue;
    const filled = fill(start, child);
    if (filled === current) continue;
    changed ??= { ...value };
    setOwn(changed, key, filled);
  }
  return changed ?? value;
}

function keepIfSame(before: JsonValue[], after: JsonValue[]): JsonValue[] {
  if (after.every((item, index) => item === before[index])) return before;
  copyDigits(before, after);
  return after;
}
