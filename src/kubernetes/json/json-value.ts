/** Plain JSON values, and the few operations on them that every part of the server needs. */
import { copyDigits, digitsOf, hasDigits } from './exact-integers.js';

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
/** A JSON object; `undefined` members count as absent. */
export type JsonObject = { [key: string]: JsonValue | undefined };

/** True for objects, false for arrays, null and scalars. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The own member of an object; never walks prototypes, so keys like `constructor` are safe. */
export function own(object: JsonObject | undefined, key: string): JsonValue | undefined {
  return object !== undefined && Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets a member, also one called `__proto__`. */
export function setOwn(object: JsonObject, key: string, value: JsonValue | undefined): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
    return;
  }
  object[key] = value;
}

/** The value at a path of object keys, or undefined. */
export function getPath(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const key of path) {
    if (!isObject(current)) return undefined;
    current = own(current, key);
  }
  return current;
}

/** Sets the value at a path of object keys, making the objects on the way. */
export function setPath(object: JsonObject, path: readonly string[], value: JsonValue | undefined): void {
  let current = object;
  for (const key of path.slice(0, -1)) {
    const next = own(current, key);
    if (isObject(next)) {
      current = next;
      continue;
    }
    const made: JsonObject = {};
    setOwn(current, key, made);
    current = made;
  }
  const last = path.at(-1);
  if (last === undefined) return;
  if (value === undefined) delete current[last];
  else setOwn(current, last, value);
}

/** A deep copy without `undefined` members. */
export function cloneJson<T extends JsonValue | undefined>(value: T): T {
  return copy(value) as T;
}

function copy(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) {
    const list = value.map((item) => copy(item) ?? null);
    copyDigits(value, list);
    return list;
  }
  if (!isObject(value)) return value;
  const result: JsonObject = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member !== undefined) setOwn(result, key, copy(member));
  }
  copyDigits(value, result);
  return result;
}

/** A string that equal values share: members are in order, and those that are `undefined` do not count. */
export function canonicalText(value: JsonValue | undefined): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const members = Object.keys(value)
    .sort()
    .filter((key) => value[key] !== undefined);
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalText(value[key])}`).join(',')}}`;
}

/** Deep equality; member order and `undefined` members do not count. */
export function jsonEqual(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    if (!Array.isArray(right) || left.length !== right.length || !sameDigits(left, right)) return false;
    return left.every((item, index) => jsonEqual(item, right[index]));
  }
  if (!isObject(left) || !isObject(right) || !sameDigits(left, right)) return false;
  let count = 0;
  for (const key of Object.keys(left)) {
    if (left[key] === undefined) continue;
    count++;
    if (!Object.hasOwn(right, key) || !jsonEqual(left[key], right[key])) return false;
  }
  let others = 0;
  for (const key of Object.keys(right)) if (right[key] !== undefined) others++;
  return count === others;
}

/** Whether whole numbers beyond 2^53 are the same, digit by digit. */
function sameDigits(left: object, right: object): boolean {
  if (!hasDigits(left) && !hasDigits(right)) return true;
  return Object.keys(left).every((key) => digitsOf(left, key) === digitsOf(right, key));
}

/** Whether lists and maps are nested deeper; the walk ends at the limit, however deep the value is. */
export function isDeeperThan(value: JsonValue | undefined, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  if (Array.isArray(value)) return value.some((item) => isDeeperThan(item, limit - 1));
  for (const key in value) if (isDeeperThan(value[key], limit - 1)) return true;
  return false;
}
