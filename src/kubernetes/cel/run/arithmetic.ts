/** The operators `+ - * / %` and the sign. */
import { CelDuration, CelFailure, CelTimestamp, CelUint, noOverload } from './values.js';

const LEAST = -(2n ** 63n);
const MOST = 2n ** 63n - 1n;

/** A whole number of 64 bits, or a failure. */
export function checkedInt(value: bigint): bigint {
  if (value < LEAST || value > MOST) throw new CelFailure('integer overflow');
  return value;
}

function checkedUint(value: bigint): CelUint {
  if (value < 0n || value >= 2n ** 64n) throw new CelFailure('unsigned integer overflow');
  return new CelUint(value);
}

const WHOLE: Readonly<Record<string, (left: bigint, right: bigint) => bigint>> = {
  '_+_': (left, right) => left + right,
  '_-_': (left, right) => left - right,
  '_*_': (left, right) => left * right,
  '_/_': (left, right) => left / nonZero(right, 'division by zero'),
  '_%_': (left, right) => left % nonZero(right, 'modulus by zero'),
};
const DOUBLE: Readonly<Record<string, (left: number, right: number) => number>> = {
  '_+_': (left, right) => left + right,
  '_-_': (left, right) => left - right,
  '_*_': (left, right) => left * right,
  '_/_': (left, right) => left / right,
};

function nonZero(value: bigint, message: string): bigint {
  if (value === 0n) throw new CelFailure(message);
  return value;
}

/** Applies an operator. */
export function calculate(name: string, left: unknown, right: unknown): unknown {
  const [whole, double] = [WHOLE[name], DOUBLE[name]];
  if (typeof left === 'bigint' && typeof right === 'bigint' && whole !== undefined)
    return checkedInt(whole(left, right));
  if (left instanceof CelUint && right instanceof CelUint && whole !== undefined)
    return checkedUint(whole(left.value, right.value));
  if (typeof left === 'number' && typeof right === 'number' && double !== undefined) return double(left, right);
  const made = name === '_+_' ? sumOf(left, right) : undefined;
  return made ?? timeSum(name, left, right);
}

function sumOf(left: unknown, right: unknown): unknown {
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (Array.isArray(left) && Array.isArray(right)) return [...(left as unknown[]), ...(right as unknown[])];
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.concat([left, right]);
  return undefined;
}

function timeSum(name: string, left: unknown, right: unknown): unknown {
  const sign = name === '_-_' ? -1n : 1n;
  if (name === '_+_' || name === '_-_') {
    if (right instanceof CelDuration) {
      if (left instanceof CelDuration) return new CelDuration(checkedInt(left.nanoseconds + sign * right.nanoseconds));
      if (left instanceof CelTimestamp) return new CelTimestamp(left.nanoseconds + sign * right.nanoseconds);
    }
    if (left instanceof CelDuration && right instanceof CelTimestamp && name === '_+_')
      return new CelTimestamp(left.nanoseconds + right.nanoseconds);
    if (left instanceof CelTimestamp && right instanceof CelTimestamp && name === '_-_')
      return new CelDuration(checkedInt(left.nanoseconds - right.nanoseconds));
  }
  throw noOverload(name, left, right);
}

export function negate(value: unknown): unknown {
  if (typeof value === 'bigint') return checkedInt(-value);
  if (typeof value === 'number') return -value;
  throw noOverload('-_', value);
}
