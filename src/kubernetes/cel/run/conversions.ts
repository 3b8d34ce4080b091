/** `int()`, `string()` and the other conversions. */
import { checkedInt } from './arithmetic.js';
import { numberText } from './format-text.js';
import { Cidr, Ip } from './networks.js';
import { CelStruct } from './structs.js';
import { durationOf, durationText, timestampOf, timestampText } from './times.js';
import {
  CelDuration,
  CelFailure,
  CelMap,
  CelOptional,
  CelTimestamp,
  CelTypeName,
  CelUint,
  noOverload,
} from './values.js';

const failed = (from: string, to: string): CelFailure =>
  new CelFailure(`type conversion error from '${from}' to '${to}'`);

/** Conversions by name. */
export const CONVERSIONS: Readonly<Record<string, (value: unknown) => unknown>> = {
  int: toInt,
  uint: toUint,
  double: toDouble,
  bool: toBool,
  string: toText,
  bytes: (value) => {
    if (typeof value === 'string') return Buffer.from(value);
    if (value instanceof Uint8Array) return value;
    throw noOverload('bytes', value);
  },
  duration: (value) => {
    if (value instanceof CelDuration) return value;
    if (typeof value === 'string') return durationOf(value);
    throw noOverload('duration', value);
  },
  timestamp: (value) => {
    if (value instanceof CelTimestamp) return value;
    if (typeof value === 'string') return timestampOf(value);
    if (typeof value === 'bigint') return new CelTimestamp(value * 1_000_000_000n);
    throw noOverload('timestamp', value);
  },
  type: (value) => new CelTypeName(typeName(value)),
  dyn: (value) => value,
};

function toInt(value: unknown): bigint {
  if (typeof value === 'bigint') return value;
  if (value instanceof CelUint) return checkedInt(value.value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || Math.abs(value) >= 2 ** 63) throw new CelFailure('integer overflow');
    return BigInt(Math.trunc(value));
  }
  if (value instanceof CelDuration) return value.nanoseconds;
  if (value instanceof CelTimestamp) return value.nanoseconds / 1_000_000_000n;
  if (typeof value !== 'string') throw noOverload('int', value);
  if (!/^[-+]?\d+$/.test(value)) throw failed('string', 'int');
  return checkedInt(BigInt(value.replace('+', '')));
}

function toUint(value: unknown): CelUint {
  if (value instanceof CelUint) return value;
  const whole = typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : undefined;
  const number = whole ?? (typeof value === 'number' ? BigInt(Math.trunc(value)) : value);
  if (typeof number !== 'bigint')
    throw typeof value === 'string' ? failed('string', 'uint') : noOverload('uint', value);
  if (number < 0n || number >= 2n ** 64n) throw new CelFailure('unsigned integer overflow');
  return new CelUint(number);
}

function toDouble(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof CelUint) return Number(value.value);
  if (typeof value !== 'string') throw noOverload('double', value);
  const number = /^[-+]?inf(?:inity)?$/i.test(value) ? (value.startsWith('-') ? -Infinity : Infinity) : Number(value);
  if (value.trim() === '' || (Number.isNaN(number) && !/^nan$/i.test(value))) throw failed('string', 'double');
  return number;
}

function toBool(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') throw noOverload('bool', value);
  if (['1', 't', 'T', 'true', 'TRUE', 'True'].includes(value)) return true;
  if (['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(value)) return false;
  throw failed('string', 'bool');
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return numberText(value);
  if (value instanceof CelUint) return String(value.value);
  if (value instanceof CelDuration) return durationText(value);
  if (value instanceof CelTimestamp) return timestampText(value);
  if (value instanceof Ip || value instanceof Cidr) return value.toString();
  if (!(value instanceof Uint8Array)) throw noOverload('string', value);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(value);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CelFailure('invalid UTF-8 in bytes, cannot convert to string');
  }
}

function typeName(value: unknown): string {
  if (value === null) return 'null_type';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'double';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'string';
  if (Array.isArray(value)) return 'list';
  if (value instanceof CelStruct) return value.typeName;
  const classes: [new (...args: never[]) => unknown, string][] = [
    [CelUint, 'uint'],
    [Uint8Array, 'bytes'],
    [CelMap, 'map'],
    [CelDuration, 'google.protobuf.Duration'],
    [CelTimestamp, 'google.protobuf.Timestamp'],
    [CelTypeName, 'type'],
    [CelOptional, 'optional_type'],
    [Ip, 'net.IP'],
    [Cidr, 'net.CIDR'],
  ];
  return classes.find(([made]) => value instanceof made)?.[1] ?? 'dyn';
}
