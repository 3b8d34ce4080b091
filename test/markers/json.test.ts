import { expect, test } from 'vitest';
import { parseJson } from '../../src/markers/json.js';

test('keeps integers beyond 2^53 exact, at every depth', () => {
  expect(parseJson('{"a": [9007199254740993, 1], "b": "9007199254740993", "c": -9223372036854775808}')).toEqual({
    a: [9_007_199_254_740_993n, 1],
    b: '9007199254740993',
    c: -9_223_372_036_854_775_808n,
  });
});

test('refuses what is not JSON', () => {
  expect(() => parseJson('{a: 1}')).toThrow(SyntaxError);
});

test('strings that begin with a null character are strings beside large integers', () => {
  const text = String.raw`{"\u00005": "\u00007", "a": 12345678901234567890, "b": "\u0000n8"}`;
  expect(parseJson(text)).toEqual({ '\u00005': '\u00007', a: 12345678901234567890n, b: '\u0000n8' });
});
