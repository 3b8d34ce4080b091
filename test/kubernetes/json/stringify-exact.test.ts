import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { int64 } from '../../../src/kubernetes/json/exact-integers.js';
import { parseExact } from '../../../src/kubernetes/json/parse-exact.js';
import { stringifyExact } from '../../../src/kubernetes/json/stringify-exact.js';

describe('writing JSON exactly', () => {
  test('whatever JSON.stringify leaves out, replaces or converts, it does as well beside an exact number', () => {
    const values = fc.anything({
      withDate: true,
      withBoxedValues: true,
      withNullPrototype: true,
      withSparseArray: true,
    });
    fc.assert(
      fc.property(values, (value) => {
        const exact = { n: 0, value };
        int64.set(exact, 'n', 9_007_199_254_740_993n);

        expect(stringifyExact(exact)).toBe(JSON.stringify({ n: 0, value }).replace('"n":0', '"n":9007199254740993'));
      }),
      { numRuns: 1000 },
    );
  });

  test('toJSON is called once for each value, with its key', () => {
    const keys: string[] = [];
    const odd = { toJSON: (key: string) => (keys.push(key), key === 'gone' ? undefined : { key }) };
    const exact = { n: 0, kept: odd, gone: odd, list: [odd] };
    int64.set(exact, 'n', 9_007_199_254_740_993n);

    expect(stringifyExact(exact)).toBe('{"n":9007199254740993,"kept":{"key":"kept"},"list":[{"key":"0"}]}');
    expect(keys).toEqual(['kept', 'gone', '0']);
  });

  test('objects are written however deep they are, with exact numbers and without', () => {
    const depth = 100_000;
    const nested = (inner: string): string => `${'[{"a":'.repeat(depth)}${inner}${'}]'.repeat(depth)}`;

    for (const text of [nested('9007199254740993'), nested('"b"')])
      expect(stringifyExact(parseExact(text) as object) === text).toBe(true);
  });

  test('an object that contains itself is refused, as is a bigint', () => {
    const circle: { n: number; self?: unknown } = { n: 0 };
    circle.self = [circle];
    expect(() => stringifyExact(circle)).toThrow(TypeError);
    int64.set(circle, 'n', 9_007_199_254_740_993n);
    expect(() => stringifyExact(circle)).toThrow(TypeError);
    expect(() => stringifyExact({ big: 1n })).toThrow(TypeError);

    const shared = { a: 1 };
    expect(stringifyExact({ ...circle, self: [shared, shared] })).toBe(
      '{"n":9007199254740993,"self":[{"a":1},{"a":1}]}',
    );
  });
});
