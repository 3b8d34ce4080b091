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
  distinct: (list) => list.filter((item, index) => !isIn(list.slice(0, index), item)),
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
  'sets.contains': (left, right) => right.every((item) => isIn(left, item)),
  'sets.intersects': (left, right) => left.some((item) => isIn(right, item)),
  'sets.equivalent': (left, right) =>
    left.every((item) => isIn(right, item)) && right.every((item) => isIn(left, item)),
};
