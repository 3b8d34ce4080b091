/** Merging an apply configuration into an object, and taking away what a manager gave up. */
import { copyDigits, copyDigitsOf, digitsOf } from '../../kubernetes/json/exact-integers.js';
import type { FieldSet } from './apply-field-set.js';
import {
  attachElementDigits,
  fieldSchema,
  isAssociative,
  isAtomic,
  itemElement,
  itemsByElement,
} from './apply-types.js';
import { isObject, own, setOwn, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';

/** `live` with everything that `config` says. */
export function mergeObject(live: JsonObject, config: JsonObject, schema: SchemaNode | undefined): JsonObject {
  const merged: JsonObject = { ...live };
  for (const key of Object.keys(config)) {
    const value = config[key];
    if (value === undefined) continue;
    setOwn(merged, key, mergeValue(own(live, key), value, fieldSchema(schema, key)));
    copyDigitsOf(config, merged, key);
  }
  return merged;
}

function mergeValue(live: JsonValue | undefined, config: JsonValue, schema: SchemaNode | undefined): JsonValue {
  // Null names no entry of a map or of an associative list, so all of them stay.
  if (config === null && isMerged(live, schema)) return live;
  if (live === undefined || live === null || typeof config !== 'object' || config === null) return config;
  if (isAtomic(schema, config)) return config;
  if (isObject(config)) return isObject(live) ? mergeObject(live, config, schema) : config;
  if (!Array.isArray(live) || schema === undefined || !isAssociative(schema)) return config;
  return mergeList(live, config, schema);
}

function isMerged(live: JsonValue | undefined, schema: SchemaNode | undefined): live is JsonObject | JsonValue[] {
  if (typeof live !== 'object' || live === null || isAtomic(schema, live)) return false;
  return Array.isArray(live) ? live.length > 0 : Object.keys(live).length > 0;
}

/** Items that both have follow the order of `config`; items of `live` alone come before what follows them. */
function mergeList(live: readonly JsonValue[], config: readonly JsonValue[], schema: SchemaNode): JsonValue[] {
  const liveItems = itemsByElement(schema, live);
  const configItems = itemsByElement(schema, config);
  const shared = [...configItems.keys()].filter((element) => liveItems.has(element));
  const liveKeys = [...liveItems.keys()];
  const merged: JsonValue[] = [];
  const elements: string[] = [];
  let liveIndex = 0;
  const takeLiveOnly = (until: string | undefined): void => {
    while (liveIndex < liveKeys.length) {
      const element = liveKeys[liveIndex] ?? '';
      if (element === until) return;
      liveIndex++;
      const item = liveItems.get(element);
      if (configItems.has(element) || item === undefined) continue;
      merged.push(item);
      elements.push(element);
    }
  };
  let sharedIndex = 0;
  for (const [element, item] of configItems) {
    takeLiveOnly(shared[sharedIndex]);
    const liveItem = liveItems.get(element);
    if (liveItem !== undefined) {
      sharedIndex++;
      if (liveKeys[liveIndex] === element) liveIndex++;
    }
    merged.push(liveItem === undefined ? item : mergeValue(liveItem, item, schema.items));
    elements.push(element);
  }
  takeLiveOnly(undefined);
  attachElementDigits(merged, elements);
  return merged;
}

/** `value` without the fields of `dropped` that nobody in `kept` owns. */
export function pruneFields<T extends JsonValue>(
  value: T,
  schema: SchemaNode | undefined,
  dropped: FieldSet,
  kept: FieldSet | undefined,
  isRoot = false,
): T {
  if (Array.isArray(value)) return pruneList(value, schema, dropped, kept) as T;
  if (!isObject(value)) return value;
  const result: JsonObject = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    const gone = dropped.children.get(`f:${key}`);
    if (gone === undefined || member === undefined) {
      setOwn(result, key, member);
      continue;
    }
    const stays = kept?.children.get(`f:${key}`);
    // Identity lives in metadata, which therefore always stays.
    const isKept = stays !== undefined && !stays.isEmpty;
    if (!isKept && !(isRoot && key === 'metadata')) continue;
    setOwn(result, key, pruneFields(member, fieldSchema(schema, key), gone, stays));
  }
  copyDigits(value, result);
  return result as T;
}

function pruneList(
  list: readonly JsonValue[],
  schema: SchemaNode | undefined,
  dropped: FieldSet,
  kept: FieldSet | undefined,
): JsonValue[] {
  if (schema === undefined || !isAssociative(schema)) {
    const copy = [...list];
    copyDigits(list, copy);
    return copy;
  }
  const result: JsonValue[] = [];
  const elements: string[] = [];
  for (const [index, item] of list.entries()) {
    const element = itemElement(schema, item, digitsOf(list, String(index))) ?? '';
    const gone = dropped.children.get(element);
    const stays = kept?.children.get(element);
    if (gone !== undefined && (stays === undefined || stays.isEmpty)) continue;
    result.push(gone === undefined ? item : pruneFields(item, schema.items, gone, stays));
    elements.push(element);
  }
  attachElementDigits(result, elements);
  return result;
}
