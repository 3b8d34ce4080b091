/** How server-side apply sees a schema node: what is merged, what is replaced whole, and how list items are named. */
import { attachDigits, copyDigits, digitsOf } from '../../kubernetes/json/exact-integers.js';
import { stringifyExact } from '../../kubernetes/json/stringify-exact.js';
import { isObject, own, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { memberSchema, type SchemaNode } from '../../kubernetes/schema/schema-node.js';

/** Whether a list is merged item by item. */
export function isAssociative(schema: SchemaNode | undefined): boolean {
  const type = schema?.['x-kubernetes-list-type'];
  return type === 'map' || type === 'set';
}

/** Whether an object or list is owned and replaced as a whole. */
export function isAtomic(schema: SchemaNode | undefined, value: JsonValue): boolean {
  if (Array.isArray(value)) return !isAssociative(schema);
  return schema?.['x-kubernetes-map-type'] === 'atomic';
}

/** True for a declared member of an object, false for an entry of a map. */
export function isNamedField(schema: SchemaNode | undefined, key: string): boolean {
  return schema?.properties !== undefined && Object.hasOwn(schema.properties, key);
}

/** The schema of a member; undefined means that types are taken from the values. */
export function fieldSchema(schema: SchemaNode | undefined, key: string): SchemaNode | undefined {
  return memberSchema(schema, key);
}

/** The path element of a list item: `k:{"name":"x"}` or `v:"x"`; undefined when a key is missing. */
export function itemElement(schema: SchemaNode, item: JsonValue, digits?: string): string | undefined {
  if (schema['x-kubernetes-list-type'] === 'set') return `v:${digits ?? JSON.stringify(item)}`;
  if (!isObject(item)) return undefined;
  const keys: JsonObject = {};
  for (const key of [...(schema['x-kubernetes-list-map-keys'] ?? [])].sort()) {
    const value = own(item, key) ?? schema.items?.properties?.[key]?.default;
    if (value !== undefined) keys[key] = value;
  }
  copyDigits(item, keys);
  return Object.keys(keys).length === 0 ? undefined : `k:${stringifyExact(keys)}`;
}

/** Items of a merged list by their path element; a repeated element keeps its first item. */
export function itemsByElement(schema: SchemaNode, list: readonly JsonValue[]): Map<string, JsonValue> {
  const items = new Map<string, JsonValue>();
  list.forEach((item, index) => {
    const element = itemElement(schema, item, digitsOf(list, String(index))) ?? `i:${index}`;
    if (!items.has(element)) items.set(element, item);
  });
  return items;
}

/** The path elements that more than one item of a list has: stored objects may have them, although nobody can apply them. */
export function repeatedElements(schema: SchemaNode, list: readonly JsonValue[]): ReadonlySet<string> {
  const known = new Set<string>();
  const repeated = new Set<string>();
  list.forEach((item, index) => {
    const element = itemElement(schema, item, digitsOf(list, String(index))) ?? `i:${index}`;
    if (known.has(element)) repeated.add(element);
    known.add(element);
  });
  return repeated;
}

/** Gives a merged list of numbers the digits that their path elements name. */
export function attachElementDigits(list: readonly JsonValue[], elements: readonly string[]): void {
  const texts = elements.flatMap((element, index) => {
    const text = element.slice(2);
    const isRounded =
      element.startsWith('v:') && typeof list[index] === 'number' && text !== JSON.stringify(list[index]);
    return isRounded ? [[String(index), text] as const] : [];
  });
  if (texts.length > 0) attachDigits(list, new Map(texts));
}
