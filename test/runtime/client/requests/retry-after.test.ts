import { expect, test } from 'vitest';
import { waitSeconds } from '../../../../src/runtime/client/requests/retry-after.js';

test('the first time to wait counts', () => {
  expect(waitSeconds(undefined, 7)).toBe(7);
  expect(waitSeconds(0, 7)).toBe(0);
});

test.each(['abc', '7', '', Number.NaN, Number.POSITIVE_INFINITY, -1, {}, [5], true, null, undefined])(
  '%j is no time to wait',
  (value) => {
    expect(waitSeconds(value)).toBeUndefined();
  },
);
