import { expect, test } from 'vitest';
import { isTimestamp } from '../../../src/kubernetes/value/timestamp.js';

test.each(['2024-02-29T23:59:59Z', '2024-01-01T00:00:00.123+05:30', '0001-01-01T00:00:00Z', '2000-02-29T00:00:00Z'])(
  '%s',
  (text) => {
    expect(isTimestamp(text)).toBe(true);
  },
);

test.each([
  '2023-02-29T00:00:00Z',
  '1900-02-29T00:00:00Z',
  '2024-13-01T00:00:00Z',
  '2024-01-01',
  '2024-01-01T24:00:00Z',
  '2024-01-01T00:00:00',
  '',
])('%s is none', (text) => {
  expect(isTimestamp(text)).toBe(false);
});
