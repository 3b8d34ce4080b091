/** What the patch expressions of mutating policies make, as JSON. */
import { CelStruct } from '../../kubernetes/cel/run/structs.js';
import { durationText, timestampText } from '../../kubernetes/cel/run/times.js';
import {
  CelDuration,
  CelFailure,
  CelLater,
  CelMap,
  CelOptional,
  CelTimestamp,
  CelUint,
  jsonLists,
} from '../../kubernetes/cel/run/values.js';
import { int64 } from '../../kubernetes/json/exact-integers.js';
import { setOwn, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { goValue } from '../apply/go-text.js';
import type { PatchOperation } from '../patch/json-patch.js';

/** An apply configuration. */
export interface Configuration {
  readonly config: JsonObject;
  /** Values that the API server cannot read, as it prints them, by path. */
  readonly unreadable: readonly (readonly [path: string, text: string])[];
}

/** The fields of an `Object{}`. Throws `CelFailure` for one whose parts do not fit together. */
export function configurationOf(value: unknown): Configuration {
  if (!(value instanceof CelStruct)) throw new CelFailure('invalid return type');
  checkNames(value);
  const unreadable: (readonly [string, string])[] = [];
  return { config: configured(value, '', unreadable) as JsonObject, unreadable };
}

type Unreadable = (readonly [path: string, text: string])[];

/** Lists and maps of an expression are read as JSON, but not those that are inside another list or map of an expression. */
function configured(value: unknown, path: string, unreadable: Unreadable): JsonValue {
  if (value instanceof CelStruct) {
    const object: JsonObject = {};
    for (const [name, field] of value.fields) {
      setOwn(object, name, configured(field, `${path}.${name}`, unreadable));
      keepDigits(object, name, field, false);
    }
    return object;
  }
  const isMade = (value instanceof CelMap && !value.isJson) || (Array.isArray(value) && !jsonLists.has(value));
  if (!isMade) return jsonOf(value);
  const inner = (item: unknown, step: string): JsonValue => {
    if (item instanceof CelStruct) return configured(item, `${path}${step}`, unreadable);
    const json = jsonOf(item);
    const isNested = (item instanceof CelMap && !item.isJson) || (Array.isArray(item) && !jsonLists.has(item));
    if (!isNested) return json;
    unreadable.push([`${path}${step}`, goValue(json)]);
    return goValue(json);
  };
  if (Array.isArray(value)) {
    const list: JsonValue[] = value.map((item: unknown, index) => inner(item, `[${index}]`));
    for (const [index, item] of value.entries()) keepDigits(list, String(index), item, false);
    return list;
  }
  return objectOf(value.pairs(), false, (item, key) => inner(item, `.${key}`));
}

/** The operations of a list of `JSONPatch{}`. Throws `CelFailure` as well. */
export function patchOperations(value: unknown): PatchOperation[] {
  if (!Array.isArray(value)) throw new CelFailure('type mismatch: JSONPatchType.expression should evaluate to array');
  return value.map((item: unknown) => {
    if (!(item instanceof CelStruct) || item.typeName !== 'JSONPatch')
      throw new CelFailure('type mismatch: JSONPatchType.expression should evaluate to array of JSONPatch');
    const text = (field: string): string => String(item.fields.get(field) ?? '');
    const operation = { op: text('op'), path: text('path') };
    const from = text('from') === '' ? {} : { from: text('from') };
    if (!item.fields.has('value')) return { ...operation, ...from };
    const given = item.fields.get('value');
    if (given instanceof CelStruct) checkNames(given);
    return { ...operation, ...from, value: jsonOf(given, true) };
  });
}

/** Objects inside others have the type of their place: `Object.spec` is what `spec` of an `Object` can be. */
function checkNames(value: CelStruct): void {
  const problems: string[] = [];
  collectMisnamed(value, value.typeName, problems);
  if (problems.length > 0) throw new CelFailure(`type mismatch: ${problems.join('\n')}`);
}

function collectMisnamed(value: unknown, place: string, problems: string[]): void {
  if (value instanceof CelStruct) {
    if (value.typeName !== place) {
      const wanted = `expected ${JSON.stringify(place)}, which matches field name path from root Object type`;
      problems.push(`unexpected type name ${JSON.stringify(value.typeName)}, ${wanted}`);
    }
    for (const [name, field] of value.fields) collectMisnamed(field, `${place}.${name}`, problems);
  } else if (Array.isArray(value)) for (const item of value) collectMisnamed(item, place, problems);
  else if (value instanceof CelMap) for (const [, item] of value.pairs()) collectMisnamed(item, place, problems);
}

/** Operations carry large integers as text, as protobuf's JSON does (`isText`); objects carry them digit by digit. */
function jsonOf(value: unknown, isText = false): JsonValue {
  if (value instanceof CelLater) return jsonOf(value.get(), isText);
  if (value instanceof CelFailure) throw value;
  if (value instanceof CelStruct) return objectOf([...value.fields], isText);
  if (value instanceof CelMap) return objectOf(value.pairs(), isText);
  if (value instanceof CelOptional) return value.value === undefined ? null : jsonOf(value.value, isText);
  if (value instanceof CelTimestamp) return timestampText(value);
  if (value instanceof CelDuration) return durationText(value);
  if (value instanceof CelUint) return integerOf(value.value, isText);
  if (typeof value === 'bigint') return integerOf(value, isText);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) {
    const list: JsonValue[] = value.map((item: unknown) => jsonOf(item, isText));
    for (const [index, item] of value.entries()) keepDigits(list, String(index), item, isText);
    return list;
  }
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  throw new CelFailure('type conversion error to JSON');
}

function objectOf(
  entries: readonly (readonly [unknown, unknown])[],
  isText: boolean,
  member = (item: unknown, _key: string): JsonValue => jsonOf(item, isText),
): JsonObject {
  const object: JsonObject = {};
  for (const [key, item] of entries) {
    if (typeof key !== 'string') throw new CelFailure(`map key ${JSON.stringify(String(key))} is not a string`);
    setOwn(object, key, member(item, key));
    keepDigits(object, key, item, isText);
  }
  return object;
}

const isSafe = (value: bigint): boolean => BigInt.asIntN(54, value) === value;

function integerOf(value: bigint, isText: boolean): JsonValue {
  return isText && !isSafe(value) ? String(value) : Number(value);
}

function keepDigits(holder: object, key: string, item: unknown, isText: boolean): void {
  const exact = item instanceof CelUint ? item.value : item;
  if (!isText && typeof exact === 'bigint' && !isSafe(exact)) int64.set(holder, key, exact);
}
