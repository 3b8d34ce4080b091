import { expect, test } from 'vitest';
import { parseGoDuration } from '../../../src/kubernetes/value/go-duration.js';

test.each([
  ['0', 0n],
  ['1s', 1_000_000_000n],
  ['-1.5h', -5_400_000_000_000n],
  ['1h30m', 5_400_000_000_000n],
  ['.5ms', 500_000n],
  ['1.ns', 1n],
  ['2µs', 2000n],
  ['2562047h47m16.854775807s', 2n ** 63n - 1n],
  ['-2562047h47m16.854775808s', -(2n ** 63n)],
])('%s', (text, nanoseconds) => {
  expect(parseGoDuration(text)).toBe(nanoseconds);
});

test.each(['', '1', 's', '1x', '1 s', '.s', '1h-1m', '2562047h47m16.854775808s', '1d'])('%s is none', (text) => {
  expect(parseGoDuration(text)).toBeUndefined();
});
