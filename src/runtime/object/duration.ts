/** Arithmetic with durations as Go and `metav1.Duration` write them: `1h30m`, `1.5s`, `300ms`. */
import { parseGoDuration, showGoDuration } from '../../kubernetes/value/go-duration.js';

/** What can be read as a duration; numbers are milliseconds. */
export type DurationInput = string | number | DurationValue;

const MILLISECOND = 1_000_000n;

/**
 * A span of time, to the nanosecond; never changes.
 * @example
 * ```ts
 * const age: DurationValue = duration('1h15m30.918s');
 * console.log(age.roundedTo('1m').toString()); // 1h16m0s
 * ```
 */
export class DurationValue {
  /** By it, bodies know that the text is meant to be sent. */
  get [Symbol.toStringTag](): string {
    return 'kbts.Duration';
  }
  /** Exact. */
  readonly nanoseconds: bigint;

  /** Use `duration()`. */
  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds;
  }

  plus(other: DurationInput): DurationValue {
    return new DurationValue(this.nanoseconds + duration(other).nanoseconds);
  }

  minus(other: DurationInput): DurationValue {
    return new DurationValue(this.nanoseconds - duration(other).nanoseconds);
  }

  times(factor: number | bigint): DurationValue {
    return new DurationValue(this.nanoseconds * BigInt(factor));
  }

  /** Negative, zero or positive, as `Array.prototype.sort` wants it. */
  compare(other: DurationInput): number {
    const { nanoseconds } = duration(other);
    if (this.nanoseconds === nanoseconds) return 0;
    return this.nanoseconds < nanoseconds ? -1 : 1;
  }

  equals(other: DurationInput): boolean {
    return this.compare(other) === 0;
  }

  isLessThan(other: DurationInput): boolean {
    return this.compare(other) < 0;
  }

  isGreaterThan(other: DurationInput): boolean {
    return this.compare(other) > 0;
  }

  /** The nearest multiple of a unit, away from zero when two are as near. */
  roundedTo(unit: DurationInput): DurationValue {
    const { nanoseconds: step } = duration(unit);
    if (step <= 0n) return this;
    const rest = this.nanoseconds % step;
    const size = rest < 0n ? -rest : rest;
    const cut = this.nanoseconds - rest;
    if (size + size < step) return new DurationValue(cut);
    return new DurationValue(this.nanoseconds < 0n ? cut - step : cut + step);
  }

  /** The multiple of a unit towards zero. */
  truncatedTo(unit: DurationInput): DurationValue {
    const { nanoseconds: step } = duration(unit);
    return step <= 0n ? this : new DurationValue(this.nanoseconds - (this.nanoseconds % step));
  }

  /** For timers: whole milliseconds, without the rest. */
  toMilliseconds(): number {
    return Number(this.nanoseconds / MILLISECOND);
  }

  toSeconds(): number {
    return Number(this.nanoseconds) / 1e9;
  }

  /** As Go writes it: `1h30m0s`. */
  toString(): string {
    return showGoDuration(this.nanoseconds);
  }

  toJSON(): string {
    return this.toString();
  }
}

/**
 * Reads a duration; throws `RangeError` when it is not one.
 * @example
 * ```ts
 * const wait = duration('1h').minus('90s');
 * console.log(wait.toString(), wait.toMilliseconds()); // 58m30s 3510000
 * ```
 */
export function duration(value: DurationInput): DurationValue {
  if (value instanceof DurationValue) return value;
  const found = typeof value === 'number' ? fromNumber(value) : parseGoDuration(value);
  if (found !== undefined) return new DurationValue(found);
  throw new RangeError(`"${String(value)}" is not a duration: write numbers with units, such as 1h30m, 1.5s or 300ms`);
}

function fromNumber(milliseconds: number): bigint | undefined {
  return Number.isFinite(milliseconds) ? BigInt(Math.round(milliseconds * 1e6)) : undefined;
}
