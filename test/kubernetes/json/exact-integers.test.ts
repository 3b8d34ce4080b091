import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEqual } from '../../../src/runtime/object/equality.js';
import { int64 } from '../../../src/kubernetes/json/exact-integers.js';
import { parseExact } from '../../../src/kubernetes/json/parse-exact.js';
import { stringifyExact } from '../../../src/kubernetes/json/stringify-exact.js';
import { diffMergePatch } from '../../../src/runtime/object/merge-patch.js';
import { mutable } from '../../../src/runtime/object/readonly.js';

interface Sample {
  spec: { bytes: number; list: number[]; name: string };
}
const text = '{"spec":{"bytes":9223372036854775807,"list":[1,-9007199254740993],"name":"12345678901234567890"}}';
const sample = (): Sample => parseExact(text) as Sample;

describe('whole numbers beyond 2^53', () => {
  test('are written as they were read, also from a copy and from a spread one', () => {
    const read = sample();

    expect(stringifyExact(read)).toBe(text);
    expect(stringifyExact(mutable<Sample>(read))).toBe(text);
    expect(stringifyExact({ ...read, spec: { ...read.spec } })).toBe(text);
  });

  test('are numbers for whoever reads them, with the exact value to be had', () => {
    const { spec } = sample();

    expect(spec.bytes).toBe(Number('9223372036854775807'));
    expect(int64.get(spec, 'bytes')).toBe(9_223_372_036_854_775_807n);
    expect(int64.get(spec.list, '1')).toBe(-9_007_199_254_740_993n);
    expect(int64.get(spec.list, '0')).toBe(1n);
    expect([int64.get(spec, 'name'), int64.get(spec, 'none')]).toEqual([undefined, undefined]);
  });

  test('that are changed are what they were changed to', () => {
    const read = sample();
    read.spec.bytes = 5;

    expect(JSON.parse(stringifyExact(read))).toMatchObject({ spec: { bytes: 5 } });
    expect(int64.get(read.spec, 'bytes')).toBe(5n);
  });

  test('can be set, are compared by their digits, and are part of a patch only when those differ', () => {
    const read = sample();
    const draft = mutable<Sample>(read);
    expect(isEqual(read, draft)).toBe(true);
    expect(diffMergePatch(read, draft)).toBeUndefined();

    int64.set(draft.spec, 'bytes', 9_223_372_036_854_775_806n);

    expect(draft.spec.bytes).toBe(read.spec.bytes);
    expect(isEqual(read, draft)).toBe(false);
    const patch = diffMergePatch(read, draft) ?? {};
    expect(stringifyExact(patch)).toBe('{"spec":{"bytes":9223372036854775806}}');
  });

  test('in texts stay texts, whatever those look like', () => {
    const odd = JSON.stringify({ a: 'int64:12345678901234567890', b: '\u0000int64:1', c: ':1234567890123456789,' });
    const both = `{"n":12345678901234567890,"odd":${odd}}`;

    expect(stringifyExact(parseExact(odd) as object)).toBe(odd);
    expect((parseExact(both) as { odd: unknown }).odd).toEqual(JSON.parse(odd));
    expect(stringifyExact(parseExact(both) as object)).toBe(both);
  });

  test('are read however deep they stand', () => {
    const depth = 100_000;
    let inner = parseExact(`${'{"a":'.repeat(depth)}9007199254740993${'}'.repeat(depth)}`) as { a: unknown };
    while (typeof inner.a === 'object') inner = inner.a as { a: unknown };

    expect(int64.get(inner, 'a')).toBe(9_007_199_254_740_993n);
  });

  test('a body that is one number is read as one', () => {
    expect(stringifyExact([parseExact('-9007199254740993')])).toBe('[-9007199254740992]');
    expect(parseExact(' 1234567890123456')).toBe(1_234_567_890_123_456);
  });

  test('a text that is no JSON is refused as ever', () => {
    expect(() => parseExact('{"a":12345678901234567890,}')).toThrow(SyntaxError);
    expect(() => parseExact('x')).toThrow(SyntaxError);
  });

  test('any JSON means the same as to JSON.parse, and any whole number comes back digit by digit', () => {
    fc.assert(
      fc.property(
        fc.json(),
        fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
        fc.nat(40),
        (json, number, spaces) => {
          expect(JSON.stringify(parseExact(json))).toBe(JSON.stringify(JSON.parse(json)));
          const long = `${' '.repeat(spaces)}{"a":[${number}],"json":${json}}`;
          const read = parseExact(long) as { a: number[] };
          expect(int64.get(read.a, '0')).toBe(number === 0n ? 0n : number);
          expect(stringifyExact(read)).toContain(`"a":[${number}]`);
        },
      ),
    );
  });
});
