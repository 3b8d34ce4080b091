/** Which function a call means, by its name and the values that it is given. */
import { Quantity } from '../../value/quantity.js';
import { calculate, negate } from './arithmetic.js';
import { compare, isEqual } from './compare.js';
import { CONVERSIONS } from './conversions.js';
import {
  CIDR_METHODS,
  FORMAT_METHODS,
  IP_METHODS,
  LIBRARY,
  QUANTITY_METHODS,
  SEMVER_METHODS,
  URL_METHODS,
} from './library.js';
import { fits } from './fits.js';
import { LIST_METHODS, SETS, unwrapped } from './lists.js';
import { NamedFormat } from './named-formats.js';
import { Cidr, Ip } from './networks.js';
import { Semver } from './semver.js';
import { matches, quoted, STRING_METHODS } from './strings.js';
import { timePart } from './times.js';
import { CelDuration, CelFailure, CelMap, CelOptional, CelTimestamp, CelUint, noOverload } from './values.js';

type Handler = (...args: never[]) => unknown;

const OPERATORS: Readonly<Record<string, (...args: unknown[]) => unknown>> = {
  '!_': (value) => {
    if (typeof value !== 'boolean') throw noOverload('!_', value);
    return !value;
  },
  '-_': negate,
  '_==_': isEqual,
  '_!=_': isDifferent,
  '_<_': (left, right) => compare(left, right) < 0,
  '_<=_': (left, right) => compare(left, right) <= 0,
  '_>_': (left, right) => compare(left, right) > 0,
  '_>=_': (left, right) => compare(left, right) >= 0,
  '_[_]': index,
  '_[?_]': (target, key) => optional(entry(target, key)),
  '_?._': (target, field) => optional(entry(target, field)),
  '@in': (value, range) => {
    if (Array.isArray(range)) return range.some((item) => isEqual(item, value));
    if (range instanceof CelMap && (!range.isJson || typeof value === 'string')) return range.has(value);
    throw noOverload('@in', value, range);
  },
  size: (value) => callMethod('size', value, []),
  matches: (text, pattern) => {
    if (typeof text !== 'string' || typeof pattern !== 'string') throw noOverload('matches', text, pattern);
    return matches(text, pattern);
  },
  'optional.of': (value) => new CelOptional(value),
  'optional.none': () => CelOptional.none,
  'optional.ofNonZeroValue': (value) => (isZero(value) ? CelOptional.none : new CelOptional(value)),
  'optional.unwrap': (list) => unwrapped(Array.isArray(list) ? (list as unknown[]) : []),
  'cel.@mapInsert': insert,
  'lists.range': (count) => Array.from({ length: Math.max(0, Number(count)) }, (_, place) => BigInt(place)),
  'jsonpatch.escapeKey': (text) => {
    if (typeof text !== 'string') throw noOverload('jsonpatch.escapeKey', text);
    return text.replaceAll('~', '~0').replaceAll('/', '~1');
  },
  'strings.quote': (text) => {
    if (typeof text !== 'string') throw noOverload('strings.quote', text);
    return quoted(text);
  },
};

/** Values that cannot be compared are different. */
function isDifferent(left: unknown, right: unknown): boolean {
  try {
    return !isEqual(left, right);
  } catch (error) {
    if (!(error instanceof CelFailure)) throw error;
    return true;
  }
}

/** Calls a function without a target. */
export function callFunction(name: string, args: readonly unknown[]): unknown {
  if (/^_[-+*/%]_$/.test(name)) return calculate(name, args[0], args[1]);
  const operator = own(OPERATORS, name);
  if (operator !== undefined) return operator(...args);
  const handler = own(CONVERSIONS, name) ?? own(SETS, name) ?? own(LIBRARY, name);
  if (handler === undefined || !fits(name, args, false)) throw new CelFailure(`no such overload: ${name}`);
  return (handler as (...values: readonly unknown[]) => unknown)(...args);
}

function own<Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** Calls a method of a value. */
export function callMethod(name: string, target: unknown, args: readonly unknown[]): unknown {
  if (target instanceof CelOptional) return optionalMethod(name, target, args);
  if ((target instanceof CelDuration || target instanceof CelTimestamp) && fits(name, [target, ...args], true))
    return timePart(name, target, typeof args[0] === 'string' ? args[0] : '');
  const handler = own(methodsOf(target), name);
  if (handler === undefined || !fits(name, [target, ...args], true)) throw noOverload(name, target, ...args);
  return (handler as (...values: readonly unknown[]) => unknown)(target, ...args);
}

const MAP_METHODS: Readonly<Record<string, Handler>> = { size: (map: CelMap) => BigInt(map.size) };
const BYTES_METHODS: Readonly<Record<string, Handler>> = { size: (bytes: Uint8Array) => BigInt(bytes.length) };

function methodsOf(target: unknown): Readonly<Record<string, Handler>> {
  if (typeof target === 'string') return STRING_METHODS;
  if (Array.isArray(target)) return LIST_METHODS;
  if (target instanceof CelMap) return MAP_METHODS;
  if (target instanceof Uint8Array) return BYTES_METHODS;
  if (target instanceof Quantity) return QUANTITY_METHODS;
  if (target instanceof Ip) return IP_METHODS;
  if (target instanceof Cidr) return CIDR_METHODS;
  if (target instanceof URL) return URL_METHODS;
  if (target instanceof Semver) return SEMVER_METHODS;
  return target instanceof NamedFormat ? FORMAT_METHODS : objectMethods(target);
}

/** Values from outside, such as an authorizer, bring their own. */
function objectMethods(target: unknown): Readonly<Record<string, Handler>> {
  const methods =
    typeof target === 'object' && target !== null && 'celMethods' in target ? target.celMethods : undefined;
  return (methods ?? {}) as Readonly<Record<string, Handler>>;
}

function optionalMethod(name: string, { value }: CelOptional, args: readonly unknown[]): unknown {
  switch (name) {
    case 'hasValue':
      return value !== undefined;
    case 'value':
      if (value === undefined) throw new CelFailure('optional.none() dereference');
      return value;
    case 'orValue':
      return value === undefined ? args[0] : value;
    case 'or':
      return value === undefined ? args[0] : new CelOptional(value);
    default:
      throw noOverload(name, value);
  }
}

const optional = (value: unknown): CelOptional => (value === undefined ? CelOptional.none : new CelOptional(value));

function entry(target: unknown, key: unknown): unknown {
  const inner = target instanceof CelOptional ? target.value : target;
  if (inner === undefined) return undefined;
  if (inner instanceof CelMap) return inner.get(key);
  const place = key instanceof CelUint ? key.value : key;
  if (Array.isArray(inner) && (typeof place === 'bigint' || typeof place === 'number'))
    return (inner as unknown[])[Number(place)];
  throw noOverload('_[_]', target, key);
}

function index(target: unknown, key: unknown): unknown {
  if (target instanceof CelOptional) return optional(entry(target, key));
  const found = entry(target, key);
  if (found !== undefined) return found;
  throw new CelFailure(Array.isArray(target) ? `index out of bounds: ${String(key)}` : `no such key: ${String(key)}`);
}

function insert(map: unknown, key: unknown, value: unknown): CelMap {
  if (!(map instanceof CelMap)) throw noOverload('cel.@mapInsert', map);
  const added: (readonly [unknown, unknown])[] = key instanceof CelMap ? key.pairs() : [[key, value]];
  const twice = added.find(([name]) => map.has(name));
  if (twice !== undefined) throw new CelFailure(`insert failed: key ${String(twice[0])} already exists`);
  return map.add(added);
}

function isZero(value: unknown): boolean {
  if (value === null || value === false || value === 0 || value === 0n || value === '') return true;
  if (value instanceof CelMap) return value.size === 0;
  return (Array.isArray(value) || value instanceof Uint8Array) && value.length === 0;
}
