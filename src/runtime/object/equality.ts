/** Comparing objects as the API server would store them. */
import { digitsOf } from '../../kubernetes/json/exact-integers.js';

/**
 * True when both have the same JSON: the order of keys does not count, and `undefined` means absent.
 * @example
 * ```ts
 * console.log(isEqual({ a: 1, b: undefined }, { a: 1 })); // true
 * ```
 */
export function isEqual(left: unknown, right: unknown): boolean {
  const later: Pair[] = [];
  if (!areAlike(left, right, 0, later)) return false;
  for (let next = later.pop(); next; next = later.pop()) if (!areAlike(next[0], next[1], 0, later)) return false;
  return true;
}

type Pair = readonly [left: unknown, right: unknown];

/** What is nested deeper is compared later: users may nest what they write deeper than the stack. */
const MAX_DEPTH = 200;

function areAlike(left: unknown, right: unknown, depth: number, later: Pair[]): boolean {
  if (left === right) return true;
  if (!isStructure(left) || !isStructure(right) || Array.isArray(left) !== Array.isArray(right)) return false;
  if (depth >= MAX_DEPTH) return later.push([left, right]) > 0;
  const keys = definedKeys(left);
  if (keys.length !== definedKeys(right).length) return false;
  if (Array.isArray(left) && Array.isArray(right) && left.length !== right.length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(right, key) &&
      areAlike(left[key], right[key], depth + 1, later) &&
      digitsOf(left, key) === digitsOf(right, key),
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
  const later: Pair[] = [];
  if (!satisfies(desired, actual, 0, later)) return false;
  for (let next = later.pop(); next; next = later.pop()) if (!satisfies(next[0], next[1], 0, later)) return false;
  return true;
}

function satisfies(desired: unknown, actual: unknown, depth: number, later: Pair[]): boolean {
  if (desired === undefined || desired === actual) return true;
  if (!isStructure(desired) || !isStructure(actual) || Array.isArray(desired) !== Array.isArray(actual)) return false;
  if (depth >= MAX_DEPTH) return later.push([desired, actual]) > 0;
  if (Array.isArray(desired) && Array.isArray(actual) && desired.length !== actual.length) return false;
  return definedKeys(desired).every(
    (key) => Object.hasOwn(actual, key) && satisfies(desired[key], actual[key], depth + 1, later),
  );
}

type Structure = Readonly<Record<string, unknown>>;

function isStructure(value: unknown): value is Structure {
  return typeof value === 'object' && value !== null;
}

function definedKeys(value: Structure): string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined);
}
