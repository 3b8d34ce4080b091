import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { int64 } from '../../../src/kubernetes/json/exact-integers.js';
import { parseExact } from '../../../src/kubernetes/json/parse-exact.js';
import { stringifyExact } from '../../../src/kubernetes/json/stringify-exact.js';
import { type Exact, readExactly } from './exact-reference.js';

/** What the reader kept, with every whole number as a bigint. */
function kept(holder: object, key: string): Exact {
  const value = (holder as Record<string, unknown>)[key];
  if (Array.isArray(value)) return value.map((_, index) => kept(value, String(index)));
  if (typeof value === 'object' && value !== null) {
    return new Map(Object.keys(value).map((name) => [name, kept(value, name)]));
  }
  if (typeof value !== 'number') return value as Exact;
  return int64.get(holder, key) ?? value;
}

/** Fractions and exponents that are whole are numbers to the one and bigints to the other. */
function comparable(value: Exact): unknown {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) return value.map(comparable);
  if (value instanceof Map) return [...value].map(([key, inner]) => [key, comparable(inner)]).sort();
  return value;
}

const number = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }).map(String),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map(String),
  fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String),
  fc.constantFrom(
    '1e16',
    '10000000000000001',
    '1234567890123456.5',
    '-0',
    '12345678901234567E2',
    '0.12345678901234567',
    '7',
  ),
);
const string = fc
  .oneof(
    fc.string(),
    fc.constantFrom(
      'a',
      '__proto__',
      'constructor',
      'int64:',
      'toJSON',
      '\\',
      '"',
      ': 12345678901234567,',
      '[9999999999999999]',
    ),
    fc.stringMatching(/^[\\":,[\]{} 0-9-]{0,40}$/),
  )
  .map((text) => JSON.stringify(text));
const space = fc.constantFrom('', '', '', ' ', '\n\t ', '                                ');

/** JSON of any shape: keys come twice, spaces are everywhere. */
const json = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    number,
    string,
    fc.constantFrom('true', 'false', 'null', '{}', '[]'),
    fc
      .tuple(fc.array(tie('value'), { maxLength: 5 }), space)
      .map(([items, gap]) => `[${gap}${items.join(`${gap},${gap}`)}${gap}]`),
    fc
      .tuple(fc.array(fc.tuple(string, space, tie('value')), { maxLength: 6 }), space)
      .map(
        ([fields, gap]) =>
          `{${gap}${fields.map((field) => field.join('').replace(/^("(?:[^"\\]|\\.)*")(\s*)/, '$1$2:')).join(`,${gap}`)}${gap}}`,
      ),
  ),
})).value;

describe('reading JSON exactly', () => {
  test('any JSON means what a reader with bigints says, and to code what JSON.parse says', () => {
    fc.assert(
      fc.property(json, (text) => {
        const read = parseExact(text);
        expect(JSON.stringify(read)).toBe(JSON.stringify(JSON.parse(text)));
        if (typeof read === 'object' && read !== null)
          expect(comparable(kept({ read }, 'read'))).toEqual(comparable(readExactly(text)));
      }),
      { numRuns: 2000 },
    );
  });

  test('of equal keys the last one counts, with its digits or without', () => {
    const twice = (first: string, last: string): string =>
      stringifyExact(parseExact(`{"a":${first},"a":${last}}`) as object);

    expect(twice('10000000000000001', '1e16')).toBe('{"a":10000000000000000}');
    expect(twice('{"n":10000000000000001}', '{"n":1e16}')).toBe('{"a":{"n":10000000000000000}}');
    expect(twice('[10000000000000001]', '[1e16]')).toBe('{"a":[10000000000000000]}');
    expect(twice('1', '{"n":10000000000000001}')).toBe('{"a":{"n":10000000000000001}}');
    expect(twice('{"n":10000000000000001}', '"none"')).toBe('{"a":"none"}');
  });

  test('keys with escapes, and those that look like the prototype, find their numbers', () => {
    const text =
      '{"\\u0061":10000000000000001,"a longer key than a slice":10000000000000003,"__proto__":{"n":10000000000000001}}';

    expect(stringifyExact(parseExact(text) as object)).toBe(text.replace('\\u0061', 'a'));
  });

  test('texts that are no JSON are refused with the error of JSON.parse', () => {
    for (const text of [
      '',
      '{',
      '[12345678901234567',
      '{"a":12345678901234567,}',
      '"\n12345678901234567"',
      '[012345678901234567]',
    ]) {
      const message = (read: (text: string) => unknown): string => {
        try {
          read(text);
          return 'accepted';
        } catch (error) {
          return String(error);
        }
      };
      expect(message(parseExact)).toBe(message(JSON.parse));
      expect(message(parseExact)).toContain('SyntaxError');
    }
  });

  test('a number with more digits than any integer type is kept, too', () => {
    const text = `{"a":${'9'.repeat(1000)}}`;

    expect(stringifyExact(parseExact(text) as object)).toBe(text);
  });
});
