/** Uniqueness in lists of type set and map. */
import { copyDigits, digitsOf } from '../json/exact-integers.js';
import { stringifyExact } from '../json/stringify-exact.js';
import { duplicateValue, type Finding } from '../finding.js';
import { isObject, own, type JsonObject, type JsonValue } from '../json/json-value.js';
import { memberSchema, type SchemaNode } from './schema-node.js';
import { hasUniqueLists } from './schema-search.js';

/** Items that occur twice where they must not. */
export function duplicateErrors(value: JsonValue | undefined, schema: SchemaNode | undefined, path = ''): Finding[] {
  if (value === undefined || schema === undefined) return [];
  const errors: Finding[] = [];
  walk(value, schema, path, errors);
  return errors;
}

function walk(value: JsonValue, schema: SchemaNode, path: string, errors: Finding[]): void {
  if (!hasUniqueLists(schema)) return;
  if (Array.isArray(value)) {
    checkList(value, schema, path, errors);
    const { items } = schema;
    if (items !== undefined) value.forEach((item, index) => walk(item, items, `${path}[${index}]`, errors));
    return;
  }
  if (!isObject(value)) return;
  for (const key of Object.keys(value)) {
    const member = value[key];
    const child = memberSchema(schema, key);
    if (member !== undefined && child !== undefined) walk(member, child, path === '' ? key : `${path}.${key}`, errors);
  }
}

function checkList(list: readonly JsonValue[], schema: SchemaNode, path: string, errors: Finding[]): void {
  const type = schema['x-kubernetes-list-type'];
  if (type !== 'set' && type !== 'map') return;
  const seen = new Set<string>();
  list.forEach((item, index) => {
    const identity = type === 'set' ? item : keysOf(item, schema);
    if (identity === undefined) return;
    const digits = digitsOf(list, String(index));
    const text = digits ?? (isObject(identity) ? stringifyExact(identity) : JSON.stringify(identity));
    if (seen.has(text)) {
      const error = duplicateValue(`${path}[${index}]`, identity);
      errors.push(digits === undefined ? error : { ...error, message: `Duplicate value: ${digits}` });
    }
    seen.add(text);
  });
}

function keysOf(item: JsonValue, schema: SchemaNode): JsonObject | undefined {
  if (!isObject(item)) return undefined;
  const keys: JsonObject = {};
  for (const key of [...(schema['x-kubernetes-list-map-keys'] ?? [])].sort()) {
    const value = own(item, key);
    if (value !== undefined) keys[key] = value;
  }
  copyDigits(item, keys);
  return keys;
}
