/** Strategic merge patch: lists are merged by key, with the directives that kubectl sends. */
import {
  canonicalText,
  isObject,
  own,
  setOwn,
  type JsonObject,
  type JsonValue,
} from '../../kubernetes/json/json-value.js';
import { memberSchema, type SchemaNode } from '../../kubernetes/schema/schema-node.js';

const DELETE_FROM = '$deleteFromPrimitiveList/';
const ORDER = '$setElementOrder/';

/** `target` after a strategic merge patch. */
export function strategicMerge(target: JsonObject, patch: JsonObject, schema: SchemaNode | undefined): JsonObject {
  if (patch['$patch'] === 'replace') return without(patch, '$patch');
  if (patch['$patch'] === 'delete') return {};
  const result: JsonObject = { ...target };
  retainKeys(result, patch);
  for (const key of Object.keys(patch)) {
    if (key.startsWith('$')) continue;
    const value = patch[key];
    if (value === undefined) continue;
    if (value === null) delete result[key];
    else {
      const order = own(patch, `${ORDER}${key}`);
      setOwn(result, key, mergeMember(own(result, key), value, memberSchema(schema, key), order));
    }
  }
  for (const key of Object.keys(patch)) reorder(result, patch, key, schema);
  for (const key of Object.keys(patch)) deleteFromList(result, patch, key);
  return result;
}

function retainKeys(result: JsonObject, patch: JsonObject): void {
  const keys = patch['$retainKeys'];
  if (!Array.isArray(keys)) return;
  const kept = new Set(keys);
  for (const key of Object.keys(result)) if (!kept.has(key)) delete result[key];
}

function mergeMember(
  current: JsonValue | undefined,
  value: JsonValue,
  schema: SchemaNode | undefined,
  order: JsonValue | undefined,
): JsonValue {
  if (isObject(value)) return strategicMerge(isObject(current) ? current : {}, value, schema);
  if (!Array.isArray(value)) return value;
  const strategy = schema?.['x-kubernetes-patch-strategy'] ?? '';
  if (!strategy.split(',').includes('merge')) return value;
  const list = Array.isArray(current) ? current : [];
  const mergeKey = schema?.['x-kubernetes-patch-merge-key'];
  const wanted = Array.isArray(order) ? order : value;
  const merged = mergeKey === undefined ? mergeScalars(list, value) : mergeByKey(list, value, mergeKey, schema?.items);
  return ordered(merged, wanted, list, identity(mergeKey));
}

/** An order that comes without changes to the list itself. */
function reorder(result: JsonObject, patch: JsonObject, key: string, schema: SchemaNode | undefined): void {
  const order = patch[key];
  if (!key.startsWith(ORDER) || !Array.isArray(order)) return;
  const field = key.slice(ORDER.length);
  const list = own(result, field);
  if (!Array.isArray(list) || own(patch, field) !== undefined) return;
  const mergeKey = memberSchema(schema, field)?.['x-kubernetes-patch-merge-key'];
  setOwn(result, field, ordered(list, order, list, identity(mergeKey)));
}

function identity(mergeKey: string | undefined): (item: JsonValue) => string {
  return (item) => JSON.stringify(mergeKey !== undefined && isObject(item) ? (item[mergeKey] ?? null) : item);
}

function mergeScalars(list: readonly JsonValue[], added: readonly JsonValue[]): JsonValue[] {
  const known = new Set(list.map(canonicalText));
  const fresh = added.filter((item) => {
    const text = canonicalText(item);
    if (known.has(text)) return false;
    known.add(text);
    return true;
  });
  return [...list, ...fresh];
}

function mergeByKey(
  list: readonly JsonValue[],
  patch: readonly JsonValue[],
  mergeKey: string,
  schema: SchemaNode | undefined,
): JsonValue[] {
  const isReplace = patch.some((item) => isObject(item) && item['$patch'] === 'replace');
  if (isReplace) return patch.filter((item) => !(isObject(item) && item['$patch'] === 'replace'));
  const items = new KeyedItems(list, mergeKey);
  for (const item of patch) {
    if (!isObject(item)) continue;
    const known = items.find(item);
    if (item['$patch'] === 'delete') items.remove(item);
    else if (known === undefined) items.add(strategicMerge({}, item, schema));
    else items.replace(item, strategicMerge(known, item, schema));
  }
  return items.all();
}

/** Items of a list, found by their merge key. Several may have the same one: the first is meant. */
class KeyedItems {
  private readonly items: (JsonValue | undefined)[];
  /** Places by key, the first of them last. */
  private readonly places = new Map<string, number[]>();
  private readonly mergeKey: string;

  constructor(list: readonly JsonValue[], mergeKey: string) {
    this.items = [...list];
    this.mergeKey = mergeKey;
    for (let index = list.length - 1; index >= 0; index--) this.note(list[index], index);
  }

  find(item: JsonObject): JsonObject | undefined {
    const found = this.items[this.places.get(this.idOf(item))?.at(-1) ?? -1];
    return isObject(found) ? found : undefined;
  }

  add(item: JsonObject): void {
    this.note(item, this.items.push(item) - 1);
  }

  /** Puts a value in the place of the first item with the key of `item`. */
  replace(item: JsonObject, value: JsonObject): void {
    const index = this.places.get(this.idOf(item))?.at(-1);
    if (index !== undefined) this.items[index] = value;
  }

  remove(item: JsonObject): void {
    const index = this.places.get(this.idOf(item))?.pop();
    if (index !== undefined) this.items[index] = undefined;
  }

  all(): JsonValue[] {
    return this.items.filter((item) => item !== undefined);
  }

  private idOf(item: JsonObject): string {
    return canonicalText(item[this.mergeKey]);
  }

  private note(item: JsonValue | undefined, index: number): void {
    if (!isObject(item)) return;
    const id = this.idOf(item);
    const known = this.places.get(id);
    if (known === undefined) this.places.set(id, [index]);
    else known.push(index);
  }
}

function deleteFromList(result: JsonObject, patch: JsonObject, key: string): void {
  const value = patch[key];
  if (!Array.isArray(value)) return;
  if (key.startsWith(DELETE_FROM)) {
    const field = key.slice(DELETE_FROM.length);
    const list = own(result, field);
    if (!Array.isArray(list)) return;
    const gone = new Set(value.map(canonicalText));
    setOwn(
      result,
      field,
      list.filter((item) => !gone.has(canonicalText(item))),
    );
  }
}

/**
 * Items of the patch in its order; items that only the server has are put between them by the order they had there.
 * Both orders are kept; a new item of the patch comes before a server item that it cannot be compared with.
 */
function ordered(
  merged: readonly JsonValue[],
  order: readonly JsonValue[],
  server: readonly JsonValue[],
  idOf: (item: JsonValue) => string,
): JsonValue[] {
  const ranks = new Map(order.map((item, index) => [idOf(item), index]));
  const places = new Map(server.map((item, index) => [idOf(item), index]));
  const fromPatch = merged.filter((item) => ranks.has(idOf(item)));
  fromPatch.sort((left, right) => (ranks.get(idOf(left)) ?? 0) - (ranks.get(idOf(right)) ?? 0));
  const serverOnly = merged.filter((item) => !ranks.has(idOf(item)));
  const result: JsonValue[] = [];
  let next = 0;
  for (const item of fromPatch) {
    const place = places.get(idOf(item)) ?? -1;
    for (; next < serverOnly.length; next++) {
      const other = serverOnly[next];
      if (other === undefined || (places.get(idOf(other)) ?? 0) >= place) break;
      result.push(other);
    }
    result.push(item);
  }
  return [...result, ...serverOnly.slice(next)];
}

function without(object: JsonObject, key: string): JsonObject {
  const { [key]: _dropped, ...rest } = object;
  return rest;
}
