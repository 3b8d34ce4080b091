/** Comparing objects as the API server would store them. */
import { digitsOf } from './exact-integers.js';

/**
 * True when both have the same JSON: the order of keys does not count, and `undefined` means absent.
 * @example
 * ```ts
 * console.log(isEqual({ a: 1, b: undefined }, { a: 1 })); // true
 * ```
 */
export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!isStructure(left) || !isStructure(right) || Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = definedKeys(left);
  if (keys.length !== definedKeys(right).length) return false;
  if (Array.isArray(left) && Array.isArray(right) && left.length !== right.length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(right, key) && isEqual(left[key], right[key]) && digitsOf(left, key) === digitsOf(right, key),
  );
}

/**
 * True when `actual` has everything that `desired` asks for. Fields that `desired` leaves out do not count, so what the
 * server filled in is no difference; lists must have the same length.
 * @example
 * ```ts
 * const desired = { spec: { replicas: 2 } };
 * const actual = { spec: { replicas: 2, message: 'filled in by the server' } };
 * console.log(isSatisfiedBy(desired, actual)); // true
 * ```
 */
export function isSatisfiedBy(desired: unknown, actual: unknown): boolean {
  if (desired === undefined || desired === actual) return true;
  if (!isStructure(desired) || !isStructure(actual) || Array.isArray(desired) !== Array.isArray(actual)) return false;
  if (Array.isArray(desired) && Array.isArray(actual) && desired.length !== actual.length) return false;
  return definedKeys(desired).every((key) => Object.hasOwn(actual, key) && isSatisfiedBy(desired[key], actual[key]));
}

type Structure = Readonly<Record<string, unknown>>;

function isStructure(value: unknown): value is Structure {
  return typeof value === 'object' && value !== null;
}

function definedKeys(value: Structure): string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined);
}
