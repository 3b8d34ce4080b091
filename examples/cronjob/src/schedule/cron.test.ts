import { describe, expect, test } from 'vitest';
import { latestBetween, nextAfter, parseSchedule, ScheduleError } from './cron.js';

const at = (text: string): Date => new Date(`${text}Z`);

describe('the next time', () => {
  test.each([
    ['* * * * *', '2026-01-01T00:00:00', '2026-01-01T00:01'],
    ['* * * * *', '2026-01-01T00:00:59', '2026-01-01T00:01'],
    ['*/15 * * * *', '2026-01-01T00:50', '2026-01-01T01:00'],
    ['5/20 * * * *', '2026-01-01T00:30', '2026-01-01T00:45'],
    ['0,30 8-10 * * *', '2026-01-01T10:30', '2026-01-02T08:00'],
    ['0 0 1 * *', '2026-01-01T00:00', '2026-02-01T00:00'],
    ['0 0 31 * *', '2026-01-31T00:00', '2026-03-31T00:00'],
    ['0 0 29 2 *', '2096-02-29T00:00', '2104-02-29T00:00'],
    ['0 9 * * MON-FRI', '2026-01-02T09:00', '2026-01-05T09:00'],
    ['0 9 * * sun', '2026-01-02T09:00', '2026-01-04T09:00'],
    ['0 9 * * 7', '2026-01-02T09:00', '2026-01-04T09:00'],
    ['0 0 * FEB,DEC *', '2026-03-01T00:00', '2026-12-01T00:00'],
    // Both day fields: one of them is enough.
    ['0 0 13 * FRI', '2026-01-03T00:00', '2026-01-09T00:00'],
    ['0 0 13 * FRI', '2026-01-09T00:00', '2026-01-13T00:00'],
    // A star with a step is not a choice of days by itself.
    ['0 0 */10 * FRI', '2026-01-03T00:00', '2026-05-01T00:00'],
  ])('of %s after %s is %s', (schedule, moment, expected) => {
    expect(nextAfter(parseSchedule(schedule), at(moment))).toEqual(at(expected));
  });

  test('may never come', () => {
    expect(nextAfter(parseSchedule('0 0 30 2 *'), at('2026-01-01T00:00'))).toBeUndefined();
  });
});

describe('the latest time between two moments', () => {
  test.each([
    ['*/5 * * * *', '2026-01-01T00:00', '2026-01-01T00:14:59', '2026-01-01T00:10'],
    ['*/5 * * * *', '2026-01-01T00:00', '2026-01-01T00:10', '2026-01-01T00:10'],
    ['0 * * * *', '2025-01-01T00:00', '2026-01-01T00:30', '2026-01-01T00:00'],
    ['30 23 * * *', '2025-12-30T00:00', '2026-01-01T12:00', '2025-12-31T23:30'],
    ['0 0 1 1 *', '2025-01-01T00:00', '2025-12-31T00:00', undefined],
    ['0 * * * *', '2026-01-01T01:00', '2026-01-01T01:59', undefined],
  ])('of %s from %s to %s is %s', (schedule, since, until, expected) => {
    expect(latestBetween(parseSchedule(schedule), at(since), at(until))).toEqual(expected && at(expected));
  });
});

test('both directions agree with a walk from minute to minute', () => {
  const schedule = parseSchedule('7-50/9 */5 2-20/3 * MON,THU');
  const walked: Date[] = [];
  let time = at('2026-01-01T00:00');
  for (let next = nextAfter(schedule, time); next && next < at('2026-02-01T00:00'); next = nextAfter(schedule, time)) {
    expect(latestBetween(schedule, time, next)).toEqual(next);
    walked.push((time = next));
  }

  const minutes = Array.from(
    { length: 31 * 24 * 60 },
    (_, index) => new Date(at('2026-01-01T00:00').getTime() + index * 60_000),
  );
  const due = minutes.filter(
    (minute) =>
      [7, 16, 25, 34, 43].includes(minute.getUTCMinutes()) &&
      minute.getUTCHours() % 5 === 0 &&
      ([2, 5, 8, 11, 14, 17, 20].includes(minute.getUTCDate()) || [1, 4].includes(minute.getUTCDay())),
  );
  expect(walked).toEqual(due);
});

test.each([
  ['', '0 fields'],
  ['* * * *', '4 fields'],
  ['@daily', '1 fields'],
  ['60 * * * *', 'minute'],
  ['* 24 * * *', 'hour'],
  ['* * 0 * *', 'day of the month'],
  ['* * * 13 *', 'month'],
  ['* * * * 8', 'day of the week'],
  ['5-1 * * * *', 'minute'],
  ['1-2-3 * * * *', 'minute'],
  ['*/0 * * * *', 'minute'],
  ['1,,2 * * * *', 'minute'],
  ['a * * * *', 'minute'],
  ['* * * MAY-YES *', 'month'],
])('%j is refused: %s', (schedule, what) => {
  expect(() => parseSchedule(schedule)).toThrow(ScheduleError);
  expect(() => parseSchedule(schedule)).toThrow(what);
});
