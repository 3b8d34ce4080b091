import { expect, test } from 'vitest';
import { duration } from '../../../src/runtime/object/duration.js';

test('adds, subtracts, multiplies and compares', () => {
  expect(duration('1h').minus('90s').toString()).toBe('58m30s');
  expect(duration('1.5s').plus(500).toMilliseconds()).toBe(2000);
  expect(duration('20ms').times(3).toString()).toBe('60ms');
  expect(duration('60s').equals('1m')).toBe(true);
  expect(duration('59s').isLessThan('1m')).toBe(true);
  expect(duration('-1s').isGreaterThan('1s')).toBe(false);
});

test.each([
  ['1h15m30.918s', '1m', '1h16m0s', '1h15m0s'],
  ['-1.5s', '1s', '-2s', '-1s'],
  ['1.5s', '0s', '1.5s', '1.5s'],
])('%s to the nearest %s is %s, cut off %s', (text, unit, rounded, cut) => {
  expect(duration(text).roundedTo(unit).toString()).toBe(rounded);
  expect(duration(text).truncatedTo(unit).toString()).toBe(cut);
});

test('writes like Go', () => {
  expect(['0', '1ns', '1500ns', '1ms', '1h', '-90s'].map((text) => String(duration(text)))).toEqual([
    '0s',
    '1ns',
    '1.5µs',
    '1ms',
    '1h0m0s',
    '-1m30s',
  ]);
  expect(JSON.stringify(duration('1m'))).toBe('"1m0s"');
  expect(duration('90s').toSeconds()).toBe(90);
});

test('says what a duration looks like when it gets something else', () => {
  expect(() => duration('1 hour')).toThrow(RangeError);
  expect(() => duration(Number.POSITIVE_INFINITY)).toThrow('1h30m, 1.5s or 300ms');
});
