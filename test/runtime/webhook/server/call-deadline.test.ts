import { expect, test } from 'vitest';
import { callTimeoutMs } from '../../../../src/runtime/webhook/server/call-deadline.js';

test.each([
  ['/mutate?timeout=10s', 10_000],
  ['/mutate?timeout=1.5s', 1_500],
  ['/mutate?timeout=250ms', 250],
  ['/mutate?timeout=1m', 30_000],
  ['/mutate?timeout=0s', 30_000],
  ['/mutate?timeout=-5s', 30_000],
  ['/mutate?timeout=soon', 30_000],
  ['/mutate?timeout=', 30_000],
  ['/mutate', 30_000],
])('%s gives a call %d ms when the limit is 30 s', (url, expected) => {
  expect(callTimeoutMs(url, 30_000)).toBe(expected);
});
