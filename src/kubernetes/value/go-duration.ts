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
