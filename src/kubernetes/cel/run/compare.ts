/** Equality and order of values. */
import { Quantity } from '../../value/quantity.js';
import { Cidr, Ip } from './networks.js';
import { NamedFormat } from './named-formats.js';
import { Semver } from './semver.js';
import { CelStruct } from './structs.js';
import {
  CelDuration,
  CelFailure,
  CelMap,
  CelOptional,
  CelTimestamp,
  CelTypeName,
  CelUint,
  jsonLists,
  noOverload,
} from './values.js';

const isNumber = (value: unknown): value is bigint | number => typeof value === 'bigint' || typeof value === 'number';
const plainNumber = (value: unknown): unknown => (value instanceof CelUint ? value.value : value);

/** Whether two values are equal; values of most different types are not. */
export function isEqual(left: unknown, right: unknown): boolean {
  const [first, second] = [plainNumber(left), plainNumber(right)];
  // oxlint-disable-next-line eqeqeq -- an int and a double are equal when their numbers are
  if (isNumber(first) && isNumber(second)) return first == second;
  if (first === second) return true;
  if (Array.isArray(first) && Array.isArray(second))
    return first.length === second.length && first.every((item, index) => itemsEqual(first)(item, second[index]));
  if (first instanceof Uint8Array && second instanceof Uint8Array) return Buffer.compare(first, second) === 0;
  if (first instanceof CelMap && second instanceof CelMap) {
    return (
      first.size === second.size &&
      first.pairs().every(([key, value]) => second.has(key) && isEqual(value, second.get(key)))
    );
  }
  const isJson = (Array.isArray(first) && jsonLists.has(first)) || (first instanceof CelMap && first.isJson);
  if (isJson && second !== null) throw noOverload('_==_', left, right);
  const type = ownTypes.find((one) => first instanceof one);
  if (type !== undefined && second !== null && !(second instanceof type)) throw noOverload('_==_', left, right);
  return isSameObject(first, second);
}

/** Types of Kubernetes' libraries cannot be compared with values of other types, except null. */
const ownTypes: readonly (abstract new (...args: never) => object)[] = [Quantity, Semver, Ip, Cidr, URL, NamedFormat];

function itemsEqual(list: readonly unknown[]): typeof isEqual {
  return jsonLists.has(list) ? isEqual : isEqualItem;
}

/** Items of a list made by an expression: a comparison that fails does not make lists different, as in cel-go. */
function isEqualItem(left: unknown, right: unknown): boolean {
  try {
    return isEqual(left, right);
  } catch (error) {
    if (error instanceof CelFailure) return true;
    throw error;
  }
}

function isSameObject(left: unknown, right: unknown): boolean {
  if (left instanceof CelDuration && right instanceof CelDuration) return left.nanoseconds === right.nanoseconds;
  if (left instanceof CelTimestamp && right instanceof CelTimestamp) return left.nanoseconds === right.nanoseconds;
  if (left instanceof CelTypeName && right instanceof CelTypeName) return left.name === right.name;
  if (left instanceof Quantity && right instanceof Quantity) return left.compare(right) === 0;
  if (left instanceof Semver && right instanceof Semver) return left.compare(right) === 0;
  if (left instanceof Ip && right instanceof Ip) return left.isSame(right);
  if (left instanceof Cidr && right instanceof Cidr) return left.isSame(right);
  if (left instanceof URL && right instanceof URL) return left.href === right.href;
  if (left instanceof CelStruct && right instanceof CelStruct) return isSameStruct(left, right);
  if (!(left instanceof CelOptional) || !(right instanceof CelOptional)) return false;
  if (left.value === undefined || right.value === undefined) return left.value === right.value;
  return isEqual(left.value, right.value);
}

function isSameStruct(left: CelStruct, right: CelStruct): boolean {
  if (left.typeName !== right.typeName || left.fields.size !== right.fields.size) return false;
  return [...left.fields].every(([name, value]) => right.fields.has(name) && isEqual(value, right.fields.get(name)));
}

/** Negative, zero or positive; fails for values without an order. */
export function compare(left: unknown, right: unknown): number {
  const [first, second] = [plainNumber(left), plainNumber(right)];
  if (isNumber(first) && isNumber(second)) {
    if (Number.isNaN(first) || Number.isNaN(second)) throw new CelFailure('NaN values cannot be ordered');
    return first < second ? -1 : Number(first > second);
  }
  if (typeof first === 'string' && typeof second === 'string')
    return Buffer.compare(Buffer.from(first), Buffer.from(second));
  if (typeof first === 'boolean' && typeof second === 'boolean') return Number(first) - Number(second);
  if (first instanceof Uint8Array && second instanceof Uint8Array) return Buffer.compare(first, second);
  const isTimes = first instanceof CelTimestamp && second instanceof CelTimestamp;
  if (isTimes || (first instanceof CelDuration && second instanceof CelDuration)) {
    const [one, two] = [first.nanoseconds, second.nanoseconds];
    return one < two ? -1 : Number(one > two);
  }
  throw noOverload('_<_', left, right);
}
