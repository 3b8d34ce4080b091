import { expect, test } from 'vitest';
import { shortDuration } from '../../../src/plane/table/duration-text.js';

test.each([
  [0, '0s'],
  [119, '119s'],
  [200, '3m20s'],
  [600, '10m'],
  [3 * 3600 + 300, '3h5m'],
  [50 * 3600, '2d2h'],
  [400 * 86_400, '400d'],
  [-5, '<invalid>'],
])('%d seconds are %s', (seconds, expected) => {
  expect(shortDuration(seconds)).toBe(expected);
});
