import { expect, test } from 'vitest';
import { duration } from '../../../src/runtime/object/duration.js';
import { type WaitTime, waitTimeMs } from '../../../src/runtime/object/wait-time.js';

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
