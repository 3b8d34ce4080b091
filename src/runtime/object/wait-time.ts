/** How long to wait, always with a unit: a plain number is read as seconds by one person and as milliseconds by the next. */
import type { DurationValue } from './duration.js';

type Unit = 'ms' | 's' | 'm' | 'h';

/** A time with a unit, such as `30s`, `1h30m` or `duration(milliseconds)`. Must be above 0. */
export type WaitTime = `${number}${Unit}` | `${number}h${number}m` | `${number}m${number}s` | DurationValue;

const MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
const PART = /(-?\d+(?:\.\d+)?)(ms|s|m|h)/y;

/** Milliseconds of an option, if it is given; throws an error that names it. */
export function optionMs(option: string, time: unknown, { mayBeZero = false } = {}): number | undefined {
  if (time === undefined) return undefined;
  try {
    return waitTimeMs(time, { mayBeZero });
  } catch (error) {
    throw new RangeError(`${option} is wrong, ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Milliseconds; throws a `RangeError` for what types let through: `-5s`, `0s`, `1e3s`, and numbers from plain JavaScript. */
export function waitTimeMs(time: unknown, { mayBeZero = false } = {}): number {
  const milliseconds = typeof time === 'string' ? parsed(time) : valueOf(time);
  if (milliseconds === undefined)
    throw new RangeError(`${shown(time)} is not a time with a unit, such as '30s', '5m' or duration(milliseconds)`);
  if (milliseconds > 0 || (mayBeZero && milliseconds === 0)) return milliseconds;
  throw new RangeError(`${shown(time)} is ${mayBeZero ? 'below' : 'not above'} 0`);
}

/** Not by Go's rules: operators that never calculate with durations do not carry them. */
function parsed(text: string): number | undefined {
  let sum = 0;
  PART.lastIndex = 0;
  while (PART.lastIndex < text.length) {
    const [, count, unit = ''] = PART.exec(text) ?? [];
    if (count === undefined) return undefined;
    sum += Number(count) * (MS[unit] ?? 0);
  }
  return text === '' ? undefined : sum;
}

function valueOf(time: unknown): number | undefined {
  const nanoseconds: unknown = typeof time === 'object' && time !== null && 'nanoseconds' in time && time.nanoseconds;
  return typeof nanoseconds === 'bigint' ? Number(nanoseconds) / 1e6 : undefined;
}

function shown(time: unknown): string {
  return typeof time === 'string' ? `"${time}"` : typeof time === 'number' ? String(time) : `the ${typeof time}`;
}
