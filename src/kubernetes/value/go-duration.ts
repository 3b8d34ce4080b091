/** Durations as Go writes them: `1h30m`, `-1.5s`, `300ms`. */

/** Nanoseconds of each unit. */
const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};
const PART = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/y;
/** The longest duration is about 292 years. */
const LIMIT = 2n ** 63n;

/** The nanoseconds of a duration; undefined when it is not one. */
export function parseGoDuration(text: string): bigint | undefined {
  const [, sign = '', body = ''] = /^([-+]?)([^]*)$/.exec(text) ?? [];
  if (body === '0') return 0n;
  if (body === '') return undefined;
  let total = 0n;
  let position = 0;
  while (position < body.length) {
    PART.lastIndex = position;
    const match = PART.exec(body);
    if (match === null) return undefined;
    const [whole, digits = '', fraction = '', unit = ''] = match;
    if (digits === '' && fraction === '') return undefined;
    const size = UNITS[unit] ?? 0n;
    total += BigInt(digits === '' ? 0 : digits) * size;
    if (fraction !== '') total += (BigInt(fraction) * size) / 10n ** BigInt(fraction.length);
    if (total > LIMIT) return undefined;
    position += whole.length;
  }
  if (sign === '-') return -total;
  return total === LIMIT ? undefined : total;
}

/** As Go writes it: `1h0m1.5s`, `300ms`, `0s`. */
export function showGoDuration(nanoseconds: bigint): string {
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const sign = nanoseconds < 0n ? '-' : '';
  if (size === 0n) return '0s';
  const second = 1_000_000_000n;
  if (size < second) {
    const [unit, name]: readonly [bigint, string] =
      size < 1000n ? [1n, 'ns'] : size < 1_000_000n ? [1000n, 'µs'] : [1_000_000n, 'ms'];
    return `${sign}${decimal(size, unit)}${name}`;
  }
  const minutes = size / (60n * second);
  const seconds = `${decimal(size % (60n * second), second)}s`;
  if (minutes === 0n) return `${sign}${seconds}`;
  const hours = minutes / 60n;
  return hours === 0n ? `${sign}${minutes}m${seconds}` : `${sign}${hours}h${minutes % 60n}m${seconds}`;
}

/** A number of units without zeros at its end. */
function decimal(amount: bigint, unit: bigint): string {
  const fraction = (amount % unit)
    .toString()
    .padStart(unit.toString().length - 1, '0')
    .replace(/(?<!0)0+$/, '');
  return fraction === '' || unit === 1n ? `${amount / unit}` : `${amount / unit}.${fraction}`;
}
