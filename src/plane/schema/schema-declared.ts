/** Finds fields that a schema does not declare, for server-side apply, which refuses them. */
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import type { ResourceType } from '../resources/resource-type.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';

/** The path of the first field that a type does not know, `.spec.foo`, or undefined. */
export function undeclaredField(value: JsonObject, type: ResourceType): string | undefined {
  if (type.schema === undefined) return undefined;
  return search(value, type.schema, '', true);
}

function search(value: JsonValue, schema: SchemaNode, path: string, isRoot = false): string | undefined {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return undefined;
    return firstOf(
      value.map((item, index) => [item, `${path}[${index}]`] as const),
      items,
    );
  }
  if (!isObject(value)) return undefined;
  const { properties, additionalProperties } = schema;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true || additionalProperties === true;
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    const known = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
    const child = known ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    if (child === undefined) {
      const isTypeMeta = isRoot && ['apiVersion', 'kind', 'metadata'].includes(key);
      if (isOpen || isTypeMeta || schema.type === undefined) continue;
      return `${path}.${key}`;
    }
    const found = search(member, child, `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

function firstOf(entries: readonly (readonly [JsonValue, string])[], schema: SchemaNode): string | undefined {
  for (const [value, path] of entries) {
    const found = search(value, schema, path);
    if (found !== undefined) return found;
  }
  return undefined;
}
