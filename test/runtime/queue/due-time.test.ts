import { expect, test } from 'vitest';
import { dueTime } from '../../../src/runtime/queue/due-time.js';

test.each([
  [{}, undefined, undefined],
  [{ afterMs: 10 }, undefined, 110],
  [{ afterMs: 0 }, undefined, undefined],
  [{}, 5, 105],
  [{ afterMs: 10 }, 5, 105],
  [{ afterMs: 3 }, 5, 103],
  [{ quietMs: 20 }, undefined, 120],
  [{ quietMs: 20, afterMs: 0 }, undefined, undefined],
  [{ quietMs: 20 }, 5, 105],
])('%j with a limit of %s ms is due at %s', (options, limitMs, expected) => {
  expect(dueTime(options, limitMs, 100)?.().readyAt).toBe(expected);
});

test('an event postpones what is due, up to ten quiet times after the first', () => {
  const first = dueTime({ quietMs: 20 }, undefined, 100)?.();
  expect(dueTime({ quietMs: 20 }, undefined, 110)?.(first)).toEqual({ readyAt: 130, latestAt: 300 });

  expect(dueTime({ quietMs: 20 }, undefined, 290)?.(first)).toEqual({ readyAt: 300, latestAt: 300 });
});
