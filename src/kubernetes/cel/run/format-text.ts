/** `'…'.format([…])`. */
import { durationText, timestampText } from './times.js';
import { CelDuration, CelFailure, CelMap, CelTimestamp, CelTypeName, CelUint } from './values.js';

/** The text with its clauses filled in. */
export function formatText(text: string, values: readonly unknown[]): string {
  let index = 0;
  return text.replaceAll(/%(?:%|(?:\.(\d+))?([^]?))/g, (whole, precision?: string, letter?: string) => {
    if (whole === '%%') return '%';
    if (index >= values.length) throw new CelFailure(`index ${index} out of range`);
    return clause(letter ?? '', values[index++], precision === undefined ? 6 : Number(precision));
  });
}

function clause(letter: string, value: unknown, precision: number): string {
  const number = value instanceof CelUint ? value.value : value;
  switch (letter) {
    case 's':
      return shown(value);
    case 'd':
      if (typeof number === 'bigint' || typeof number === 'number') return String(number);
      break;
    case 'f':
      if (typeof number === 'number' || typeof number === 'bigint') return Number(number).toFixed(precision);
      break;
    case 'e':
      if (typeof number === 'number' || typeof number === 'bigint')
        return Number(number)
          .toExponential(precision)
          .replace(/e([+-])(\d)$/, 'e$10$2');
      break;
    case 'b':
      if (typeof number === 'bigint') return number.toString(2);
      if (typeof number === 'boolean') return number ? '1' : '0';
      break;
    case 'o':
      if (typeof number === 'bigint') return number.toString(8);
      break;
    case 'x':
    case 'X': {
      const hex = hexOf(number);
      if (hex !== undefined) return letter === 'X' ? hex.toUpperCase() : hex;
      break;
    }
    default:
      throw new CelFailure(`could not parse formatting clause: unrecognized formatting clause "${letter}"`);
  }
  throw new CelFailure(`error during formatting: %${letter} does not take this value`);
}

function hexOf(value: unknown): string | undefined {
  if (typeof value === 'bigint') return value.toString(16);
  if (typeof value === 'string') return Buffer.from(value).toString('hex');
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : undefined;
}

function shown(value: unknown): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return numberText(value);
  if (value instanceof CelUint) return String(value.value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (value instanceof CelDuration) return durationText(value);
  if (value instanceof CelTimestamp) return timestampText(value);
  if (value instanceof CelTypeName) return value.name;
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (!(value instanceof CelMap)) throw new CelFailure('error during formatting: %s does not take this value');
  const entries = value.pairs().map(([key, item]) => `${shown(key)}: ${shown(item)}`);
  return `{${entries.sort().join(', ')}}`;
}

/** A double as Go prints it. */
export function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  const text = String(value);
  const size = Math.abs(value);
  if (size !== 0 && size < 1e-4 && !text.includes('e')) return value.toExponential().replace(/e-(\d)$/, 'e-0$1');
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}
