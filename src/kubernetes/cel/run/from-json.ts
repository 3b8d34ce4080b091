/** JSON values as CEL sees them under a schema: integers, timestamps, escaped names. */
import type { Structural } from '../../schema/structural.js';
import { parseGoDuration } from '../../value/go-duration.js';
import { isTimestamp } from '../../value/timestamp.js';
import { escapeCelName } from '../field-name.js';
import { timestampOf } from './times.js';
import { CelDuration, CelMap, jsonLists } from './values.js';

/** The exact value of an integer in an object or list, where a number has rounded it. */
export type ExactInteger = (holder: object, key: string) => bigint | undefined;

/** A JSON value for an expression. Without a schema whole numbers are integers. */
export function celValue(value: unknown, schema?: Structural, exact?: ExactInteger): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === 'number') return schema?.type === 'number' || !Number.isInteger(value) ? value : BigInt(value);
  if (typeof value === 'string') return textValue(value, schema);
  if (Array.isArray(value)) {
    const list = value.map((item, index) => memberValue(value, String(index), item, schema?.items, exact));
    jsonLists.add(list);
    return list;
  }
  return typeof value === 'object' ? mapValue(value as Record<string, unknown>, schema, exact) : value;
}

function memberValue(
  holder: object,
  key: string,
  member: unknown,
  schema: Structural | undefined,
  exact: ExactInteger | undefined,
): unknown {
  const isInteger = typeof member === 'number' && schema?.type !== 'number' && !Number.isSafeInteger(member);
  return (isInteger ? exact?.(holder, key) : undefined) ?? celValue(member, schema, exact);
}

function textValue(value: string, schema: Structural | undefined): unknown {
  switch (schema?.format) {
    case 'date-time':
      return isTimestamp(value) ? timestampOf(value) : value;
    case 'date':
      return isTimestamp(`${value}T00:00:00Z`) ? timestampOf(`${value}T00:00:00Z`) : value;
    case 'duration': {
      const nanoseconds = parseGoDuration(value);
      return nanoseconds === undefined ? value : new CelDuration(nanoseconds);
    }
    case 'byte':
      return Buffer.from(value, 'base64');
    default:
      return value;
  }
}

function mapValue(
  value: Readonly<Record<string, unknown>>,
  schema: Structural | undefined,
  exact: ExactInteger | undefined,
): CelMap {
  const entries = Object.keys(value).flatMap((key): [string, unknown][] => {
    const member = value[key];
    const isDeclared = schema?.properties !== undefined && Object.hasOwn(schema.properties, key);
    const values = schema?.additionalProperties;
    const child = isDeclared ? schema.properties?.[key] : typeof values === 'object' ? values : undefined;
    if (member === undefined) return [];
    // A field without a value does not exist for a rule.
    if (member === null && child !== undefined && child.nullable !== true) return [];
    return [[isDeclared ? escapeCelName(key) : key, memberValue(value, key, member, child, exact)]];
  });
  return CelMap.of(entries, true, schema?.properties !== undefined);
}
