import { describe, expect, test } from 'vitest';
import { EventSeries } from '../../../src/runtime/recorder/event-series.js';
import { eventOf, reporterOf, type Event } from '../../../src/runtime/recorder/event.js';
import { ManualClock } from '../manual-clock.js';

const minute = 60_000;
const reporter = reporterOf('c', 'h');
const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' } };
const make = (note = 'n', at = 0): Event => eventOf(object, { reason: 'R', note }, { reporter, now: new Date(at) });

describe('EventSeries', () => {
  test('§10.1.3 the first is created, the second counted, further ones remembered', () => {
    const series = new EventSeries(new ManualClock());

    const first = series.add(make('n', 1));
    const second = series.add(make('n', 2));
    const third = series.add(make('n', 3));

    expect(first).toMatchObject({ type: 'create' });
    expect(second).toMatchObject({ type: 'count', count: 2, lastObservedTime: '1970-01-01T00:00:00.002000Z' });
    expect(second?.event.metadata.name).toBe(first?.event.metadata.name);
    expect(third).toBeUndefined();
  });

  test('another note is another event', () => {
    const series = new EventSeries(new ManualClock());
    series.add(make('a'));

    expect(series.add(make('b'))).toMatchObject({ type: 'create' });
  });

  test('§10.1.3 after six minutes of silence the final count is told and the series forgotten', () => {
    const clock = new ManualClock();
    const series = new EventSeries(clock);
    for (let i = 0; i < 5; i++) series.add(make());

    clock.advance(6 * minute - 1);
    expect(series.due()).toEqual([]);
    clock.advance(1);

    expect(series.due()).toMatchObject([{ type: 'count', count: 5 }]);
    expect(series.size).toBe(0);
    expect(series.add(make())).toMatchObject({ type: 'create' });
  });

  test('§10.1.3 a series that goes on is told every half hour', () => {
    const clock = new ManualClock();
    const series = new EventSeries(clock);
    let told = 0;
    for (let i = 0; i < 70; i++) {
      series.add(make());
      clock.advance(minute);
      told += series.due().length;
    }

    expect(told).toBe(2);
  });

  test('at the end the counts that nobody knows yet are told', () => {
    const series = new EventSeries(new ManualClock());
    for (let i = 0; i < 3; i++) series.add(make());
    series.add(make('once'));

    expect(series.rest()).toMatchObject([{ type: 'count', count: 3 }]);
    expect(series.rest()).toEqual([]);
  });

  test('an event that was not sent after all starts again', () => {
    const series = new EventSeries(new ManualClock());
    series.add(make());

    series.forget(make());

    expect(series.add(make())).toMatchObject({ type: 'create' });
  });

  test('remembers a bounded number of events', () => {
    const series = new EventSeries(new ManualClock());

    for (let i = 0; i < 5_000; i++) series.add(make(String(i)));

    expect(series.size).toBe(4096);
  });
});
