import { expect, test } from 'vitest';
import { duration } from '../../../src/runtime/object/duration.js';
import { optionMs, type WaitTime, waitTimeMs } from '../../../src/runtime/object/wait-time.js';

test.each<[WaitTime, number]>([
  ['30s', 30_000],
  ['250ms', 250],
  ['1h30m', 5_400_000],
  ['2m5s', 125_000],
  ['1.5h', 5_400_000],
  [duration(20), 20],
])('%s is %d ms', (time, ms) => {
  expect(waitTimeMs(time)).toBe(ms);
});

test.each(['0s', '-5s', '1e3s', ' 5s', '5', '', 30, Number.NaN, null, {}])('%j is not a time to wait', (time) => {
  expect(() => waitTimeMs(time)).toThrow(RangeError);
});

test('numbers without a unit do not compile', () => {
  // @ts-expect-error seconds or milliseconds?
  const seconds: WaitTime = 30;
  // @ts-expect-error the unit is missing
  const text: WaitTime = '30';

  expect(() => waitTimeMs(seconds)).toThrow('30 is not a time with a unit');
  expect(() => waitTimeMs(text)).toThrow('"30" is not a time with a unit');
});

test('an option that is wrong is named', () => {
  expect(() => optionMs('drain', '5')).toThrow('drain is wrong, "5" is not a time with a unit');
  expect(() => optionMs('drain', '0s')).toThrow('drain is wrong, "0s" is not above 0');
  expect(() => optionMs('drain', '-1s', { mayBeZero: true })).toThrow('drain is wrong, "-1s" is below 0');
});

test('an option that is not given has no milliseconds', () => {
  expect([optionMs('drain', undefined), optionMs('drain', '0s', { mayBeZero: true })]).toEqual([undefined, 0]);
});
