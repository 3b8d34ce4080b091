import { expect, test } from 'vitest';
import { RecentSet } from '../../../src/runtime/metrics/recent-set.js';
import { ManualClock } from '../manual-clock.js';

test('forgets after a while, and begins anew when it sees a member again', () => {
  const clock = new ManualClock();
  const set = new RecentSet(clock, { ttlMs: 100, capacity: 10 });
  set.add('a');
  clock.advance(99);
  expect([set.has('a'), set.has('b')]).toEqual([true, false]);
  set.add('a');
  clock.advance(99);
  expect(set.has('a')).toBe(true);
  clock.advance(1);
  expect(set.has('a')).toBe(false);
});

test('remembers the last ones only', () => {
  const set = new RecentSet(new ManualClock(), { ttlMs: 100, capacity: 2 });
  for (const member of ['a', 'b', 'a', 'c']) set.add(member);
  expect(['a', 'b', 'c'].map((member) => set.has(member))).toEqual([true, false, true]);
});
