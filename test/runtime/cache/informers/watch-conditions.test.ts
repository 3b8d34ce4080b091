import { expect, test } from 'vitest';
import { WatchConditions } from '../../../../src/runtime/cache/informers/watch-conditions.js';
import { type LogLine, recordingLogger } from '../../controller/fake-host.js';
import { ManualClock } from '../../manual-clock.js';

function make() {
  const lines: LogLine[] = [];
  const clock = new ManualClock();
  const conditions = new WatchConditions({ clock, log: recordingLogger(lines) });
  return { clock, conditions, told: () => lines.map(({ level, message }) => `${level} ${message}`) };
}

test('a cause is said once, and that all work again when the last one does', () => {
  const { conditions, told } = make();
  const [one, two] = [conditions.add(), conditions.add()];

  one.failed(new Error('no'), 1.4);
  two.failed(new Error('no'), 1);
  one.recovered();
  expect(told()).toEqual(['error cannot list or watch', 'debug still cannot list or watch']);
  two.recovered();
  two.recovered();

  expect(told().slice(2)).toEqual(['info listing and watching again']);
  expect(conditions.failures()).toEqual([]);
});

test('silence is that of the watch that was heard last the longest ago', () => {
  const { clock, conditions } = make();
  const [one, two] = [conditions.add(), conditions.add()];
  one.recovered();
  expect(conditions.silentMs()).toBeUndefined();

  clock.advance(5);
  two.recovered();
  clock.advance(3);

  expect(conditions.silentMs()).toBe(8);
});
