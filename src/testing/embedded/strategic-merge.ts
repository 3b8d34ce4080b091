/** Strategic merge patch: lists are merged by key, with the directives that kubectl sends. */
import { isObject, jsonEqual, own, setOwn, type JsonObject, type JsonValue } from './json.js';
import { memberSchema, type SchemaNode } from './schema-node.js';

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
    else setOwn(result, key, mergeMember(own(result, key), value, memberSchema(schema, key)));
  }
  for (const key of Object.keys(patch)) applyDirective(result, patch, key, schema);
  return result;
}

function retainKeys(result: JsonObject, patch: JsonObject): void {
  const keys = patch['$retainKeys'];
  if (!Array.isArray(keys)) return;
  for (const key of Object.keys(result)) if (!keys.includes(key)) delete result[key];
}

function mergeMember(current: JsonValue | undefined, value: JsonValue, schema: SchemaNode | undefined): JsonValue {
  if (isObject(value)) return strategicMerge(isObject(current) ? current : {}, value, schema);
  if (!Array.isArray(value)) return value;
  const strategy = schema?.['x-kubernetes-patch-strategy'] ?? '';
  if (!strategy.split(',').includes('merge')) return value;
  const list = Array.isArray(current) ? current : [];
  const mergeKey = schema?.['x-kubernetes-patch-merge-key'];
  if (mergeKey === undefined) return mergeScalars(list, value);
  return mergeByKey(list, value, mergeKey, schema?.items);
}

function mergeScalars(list: readonly JsonValue[], added: readonly JsonValue[]): JsonValue[] {
  const result = [...list];
  for (const item of added) if (!result.some((known) => jsonEqual(known, item))) result.push(item);
  return result;
}

function mergeByKey(
  list: readonly JsonValue[],
  patch: readonly JsonValue[],
  mergeKey: string,
  schema: SchemaNode | undefined,
): JsonValue[] {
  const isReplace = patch.some((item) => isObject(item) && item['$patch'] === 'replace');
  if (isReplace) return patch.filter((item) => !(isObject(item) && item['$patch'] === 'replace'));
  const result = [...list];
  for (const item of patch) {
    if (!isObject(item)) continue;
    const id = item[mergeKey];
    const index = result.findIndex((known) => isObject(known) && jsonEqual(known[mergeKey], id));
    if (item['$patch'] === 'delete') {
      if (index >= 0) result.splice(index, 1);
      continue;
    }
    const known = result[index];
    if (index >= 0 && isObject(known)) result[index] = strategicMerge(known, item, schema);
    else result.push(strategicMerge({}, item, schema));
  }
  return result;
}

function applyDirective(result: JsonObject, patch: JsonObject, key: string, schema: SchemaNode | undefined): void {
  const value = patch[key];
  if (!Array.isArray(value)) return;
  if (key.startsWith(DELETE_FROM)) {
    const field = key.slice(DELETE_FROM.length);
    const list = own(result, field);
    if (!Array.isArray(list)) return;
    setOwn(
      result,
      field,
      list.filter((item) => !value.some((gone) => jsonEqual(gone, item))),
    );
  }
  if (key.startsWith(ORDER)) {
    const field = key.slice(ORDER.length);
    const list = own(result, field);
    if (!Array.isArray(list)) return;
    const mergeKey = memberSchema(schema, field)?.['x-kubernetes-patch-merge-key'];
    setOwn(result, field, ordered(list, value, mergeKey));
  }
}

function ordered(list: readonly JsonValue[], order: readonly JsonValue[], mergeKey: string | undefined): JsonValue[] {
  const idOf = (item: JsonValue): string =>
    JSON.stringify(mergeKey !== undefined && isObject(item) ? item[mergeKey] : item);
  const rank = new Map(order.map((item, index) => [idOf(item), index]));
  return list
    .map((item, index) => ({ item, rank: rank.get(idOf(item)) ?? order.length + index }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ item }) => item);
}

function without(object: JsonObject, key: string): JsonObject {
  const { [key]: _dropped, ...rest } = object;
  return rest;
}
