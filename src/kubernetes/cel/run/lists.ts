/** Functions on lists. */
import { calculate } from './arithmetic.js';
import { compare, isEqual } from './compare.js';
import { CelDuration, CelFailure, CelOptional, CelUint } from './values.js';

type List = readonly unknown[];
type Method = (target: List, ...args: never[]) => unknown;

const isIn = (list: List, value: unknown): boolean => list.some((item) => isEqual(item, value));

function extreme(list: List, name: string, isWanted: (order: number) => boolean): unknown {
  if (list.length === 0) throw new CelFailure(`${name} called on empty list`);
  return list.reduce((best, item) => (isWanted(compare(item, best)) ? item : best));
}

function sum(list: List): unknown {
  if (list.length === 0) return 0n;
  const [first] = list;
  const zero =
    first instanceof CelDuration
      ? new CelDuration(0n)
      : first instanceof CelUint
        ? new CelUint(0n)
        : typeof first === 'number'
          ? 0
          : 0n;
  return list.reduce((total, item) => calculate('_+_', total, item), zero);
}

function slice(list: List, start: bigint, end: bigint): List {
  if (start < 0n || end < 0n || start > end || end > BigInt(list.length))
    throw new CelFailure(`cannot slice(${start}, ${end}), list is length ${list.length}`);
  return list.slice(Number(start), Number(end));
}

function flatten(list: List, depth = 1n): List {
  if (depth < 0n) throw new CelFailure('level must be non-negative');
  return depth === 0n
    ? list
    : list.flatMap((item) => (Array.isArray(item) ? flatten(item as List, depth - 1n) : [item]));
}

function sortedBy(list: List, keys: List): List {
  return list
    .map((item, index) => ({ item, key: keys[index] }))
    .sort((left, right) => compare(left.key, right.key))
    .map(({ item }) => item);
}

/** A string that equal scalars share; undefined for values that have to be compared one by one. */
function scalarKey(value: unknown): string | undefined {
  if (typeof value === 'string') return `s${value}`;
  if (typeof value === 'boolean' || value === null) return String(value);
  const number = value instanceof CelUint ? value.value : value;
  if (typeof number === 'bigint') return `n${number}`;
  if (typeof number !== 'number' || Number.isNaN(number)) return undefined;
  return Number.isInteger(number) ? `n${BigInt(number)}` : `n${number}`;
}

/** The keys of a list of scalars; undefined when it has anything else. */
function scalarKeys(list: List): string[] | undefined {
  const keys = list.map(scalarKey).filter((key) => key !== undefined);
  return keys.length === list.length ? keys : undefined;
}

function distinct(list: List): List {
  const keys = scalarKeys(list);
  if (keys === undefined) return list.filter((item, index) => !isIn(list.slice(0, index), item));
  const seen = new Set<string>();
  return list.filter((_, index) => seen.size < seen.add(keys[index] ?? '').size);
}

/** Whether every item of one list is in the other. */
function isSubset(part: List, whole: List): boolean {
  const [partKeys, wholeKeys] = [scalarKeys(part), scalarKeys(whole)];
  if (partKeys === undefined || wholeKeys === undefined) return part.every((item) => isIn(whole, item));
  const known = new Set(wholeKeys);
  return partKeys.every((key) => known.has(key));
}

function hasShared(left: List, right: List): boolean {
  const [leftKeys, rightKeys] = [scalarKeys(left), scalarKeys(right)];
  if (leftKeys === undefined || rightKeys === undefined) return left.some((item) => isIn(right, item));
  const known = new Set(rightKeys);
  return leftKeys.some((key) => known.has(key));
}

/** Methods of lists. */
export const LIST_METHODS: Readonly<Record<string, Method>> = {
  size: (list) => BigInt(list.length),
  isSorted: (list) => list.every((item, index) => index === 0 || compare(list[index - 1], item) <= 0),
  sum,
  min: (list) => extreme(list, 'min', (order) => order < 0),
  max: (list) => extreme(list, 'max', (order) => order > 0),
  indexOf: (list, value: unknown) => BigInt(list.findIndex((item) => isEqual(item, value))),
  lastIndexOf: (list, value: unknown) => BigInt(list.findLastIndex((item) => isEqual(item, value))),
  join: (list, separator = '') => list.map(String).join(separator),
  distinct,
  sort: (list) => [...list].sort(compare),
  '@sortByAssociatedKeys': (list, keys: List) => sortedBy(list, keys),
  reverse: (list) => [...list].reverse(),
  slice,
  flatten,
  first: (list) => (list.length === 0 ? CelOptional.none : new CelOptional(list[0])),
  last: (list) => (list.length === 0 ? CelOptional.none : new CelOptional(list.at(-1))),
  unwrapOpt: (list) => unwrapped(list),
};

/** The values of the optionals that have one. */
export function unwrapped(list: List): unknown[] {
  return list.flatMap((item) => (item instanceof CelOptional && item.value !== undefined ? [item.value] : []));
}

/** `sets.contains` and its like. */
export const SETS: Readonly<Record<string, (left: List, right: List) => boolean>> = {
  'sets.contains': (left, right) => isSubset(right, left),
  'sets.intersects': hasShared,
  'sets.equivalent': (left, right) => isSubset(left, right) && isSubset(right, left),
};
