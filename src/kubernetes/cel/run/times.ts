/** Durations and timestamps: reading, writing, parts of a date in a time zone. */
import { parseGoDuration } from '../../value/go-duration.js';
import { isTimestamp } from '../../value/timestamp.js';
import { CelDuration, CelFailure, CelTimestamp } from './values.js';

const SECOND = 1_000_000_000n;

export function durationOf(text: string): CelDuration {
  const nanoseconds = parseGoDuration(text);
  if (nanoseconds === undefined) throw new CelFailure(`time: invalid duration ${JSON.stringify(text)}`);
  return new CelDuration(nanoseconds);
}

export function timestampOf(text: string): CelTimestamp {
  if (!isTimestamp(text)) throw new CelFailure(`cannot parse ${JSON.stringify(text)} as a timestamp`);
  const [, whole = '', fraction = '', zone = ''] = /^([^.,]*?)(?:[.,](\d+))?([Zz]|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  const seconds = BigInt(Date.parse(`${whole}${zone}`.toUpperCase())) / 1000n;
  return new CelTimestamp(seconds * SECOND + BigInt(fraction.slice(0, 9).padEnd(9, '0')));
}

/** Floor division, also before 1970. */
function split(nanoseconds: bigint): [seconds: bigint, rest: bigint] {
  const rest = ((nanoseconds % SECOND) + SECOND) % SECOND;
  return [(nanoseconds - rest) / SECOND, rest];
}

export function timestampText({ nanoseconds }: CelTimestamp): string {
  const [seconds, rest] = split(nanoseconds);
  const fraction =
    rest === 0n
      ? ''
      : `.${String(rest)
          .padStart(9, '0')
          .replace(/(?<!0)0+$/, '')}`;
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}${fraction}Z`;
}

export function durationText({ nanoseconds }: CelDuration): string {
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const fraction = String(size % SECOND)
    .padStart(9, '0')
    .replace(/(?<!0)0+$/, '');
  return `${nanoseconds < 0n ? '-' : ''}${size / SECOND}${fraction === '' ? '' : `.${fraction}`}s`;
}

/** What `getHours()` and the like return for a duration: whole units. */
const UNITS: Readonly<Record<string, bigint>> = {
  getHours: 3600n * SECOND,
  getMinutes: 60n * SECOND,
  getSeconds: SECOND,
};

/** A part of a duration or timestamp. */
export function timePart(name: string, value: CelDuration | CelTimestamp, zone: string): bigint {
  if (value instanceof CelDuration) {
    const unit = UNITS[name];
    if (unit !== undefined) return value.nanoseconds / unit;
    return (value.nanoseconds / 1_000_000n) % 1000n;
  }
  const [seconds, rest] = split(value.nanoseconds);
  const date = inZone(new Date(Number(seconds) * 1000), zone);
  switch (name) {
    case 'getFullYear':
      return BigInt(date.getUTCFullYear());
    case 'getMonth':
      return BigInt(date.getUTCMonth());
    case 'getDate':
      return BigInt(date.getUTCDate());
    case 'getDayOfMonth':
      return BigInt(date.getUTCDate() - 1);
    case 'getDayOfWeek':
      return BigInt(date.getUTCDay());
    case 'getDayOfYear':
      return BigInt(Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000));
    case 'getHours':
      return BigInt(date.getUTCHours());
    case 'getMinutes':
      return BigInt(date.getUTCMinutes());
    case 'getSeconds':
      return BigInt(date.getUTCSeconds());
    default:
      return rest / 1_000_000n;
  }
}

/** The date whose parts in UTC are those of the zone. */
function inZone(date: Date, zone: string): Date {
  const offset = /^([+-]?)(\d\d):(\d\d)$/.exec(zone);
  if (offset !== null) {
    const minutes = (Number(offset[2]) * 60 + Number(offset[3])) * (offset[1] === '-' ? -1 : 1);
    return new Date(date.getTime() + minutes * 60_000);
  }
  if (zone === '' || zone === 'UTC') return date;
  try {
    const shown = date.toLocaleString('sv-SE', { timeZone: zone, hour12: false });
    return new Date(`${shown.replace(' ', 'T')}Z`);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CelFailure(`unknown time zone ${zone}`);
  }
}
