/** Dropping fields that a structural schema does not know. */
import { copyDigits } from '../json/exact-integers.js';
import { isObject, setOwn, type JsonObject, type JsonValue } from '../json/json-value.js';
import type { SchemaNode } from './schema-node.js';

/** An object without unknown fields, and the paths of those. */
export interface Pruned<T extends JsonObject> {
  readonly pruned: T;
  readonly unknown: readonly string[];
}

/** Prunes a custom object. Type meta and metadata are known without being in the schema. */
export function pruneUnknown<T extends JsonObject>(object: T, schema: SchemaNode | undefined): Pruned<T> {
  if (schema === undefined) return { pruned: object, unknown: [] };
  const unknown: string[] = [];
  const pruned = pruneValue(object, schema, '', unknown);
  return { pruned: pruned as T, unknown };
}

function pruneValue(value: JsonValue, schema: SchemaNode, path: string, unknown: string[]): JsonValue {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return value;
    return mapChanged(value, (item, index) => pruneValue(item, items, `${path}[${index}]`, unknown));
  }
  if (!isObject(value)) return value;
  return pruneObject(value, schema, path, unknown);
}

function pruneObject(value: JsonObject, schema: SchemaNode, path: string, unknown: string[]): JsonObject {
  const { properties, additionalProperties } = schema;
  const keepsUnknown = schema['x-kubernetes-preserve-unknown-fields'] === true || additionalProperties === true;
  const result: JsonObject = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    const memberPath = path === '' ? key : `${path}.${key}`;
    const known = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
    const child = known ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    if (child !== undefined) {
      setOwn(result, key, pruneValue(member, child, memberPath, unknown));
    } else if (keepsUnknown) setOwn(result, key, member);
    else unknown.push(memberPath);
  }
  copyDigits(value, result);
  return result;
}

function mapChanged(list: readonly JsonValue[], change: (item: JsonValue, index: number) => JsonValue): JsonValue[] {
  const changed = list.map(change);
  copyDigits(list, changed);
  return changed;
}
