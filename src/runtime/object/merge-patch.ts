/** JSON merge patches (RFC 7386). */
import { isEqual } from './equality.js';
import { copyDigitsOf, digitsOf } from './exact-integers.js';
import { mutable } from './readonly.js';

/**
 * What turns `before` into `after`; undefined when nothing does. Lists are replaced whole, removed keys become null.
 * @example
 * ```ts
 * console.log(diffMergePatch({ a: 1, b: 2 }, { a: 1, c: 3 })); // { b: null, c: 3 }
 * ```
 */
export function diffMergePatch(before: object, after: object): object | undefined {
  const patch: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const change = changeOf(field(before, key), field(after, key));
    if (change !== unchanged) define(patch, key, change);
    else if (digitsOf(before, key) !== digitsOf(after, key)) define(patch, key, field(after, key));
    else continue;
    copyDigitsOf(after, patch, key);
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}

/**
 * The result of a merge patch; `target` stays as it is.
 * @example
 * ```ts
 * console.log(applyMergePatch({ a: 1, b: 2 }, { b: null, c: 3 })); // { a: 1, c: 3 }
 * ```
 */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return mutable(patch);
  const result: Record<string, unknown> = isRecord(target) ? mutable(target) : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (value !== undefined) {
      define(result, key, applyMergePatch(field(result, key), value));
      copyDigitsOf(patch, result, key);
    }
  }
  return result;
}

const unchanged = Symbol('unchanged');

function changeOf(old: unknown, next: unknown): unknown {
  if (isEqual(old, next)) return unchanged;
  if (next === undefined) return null;
  return isRecord(old) && isRecord(next) ? (diffMergePatch(old, next) ?? unchanged) : next;
}

function field(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** Also for a key called `__proto__`, which is legal in annotations. */
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
