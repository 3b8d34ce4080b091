import { expect, test } from 'vitest';
import { SaveStopwatch } from '../../../../src/commands/cluster/view/save-stopwatch.js';

test('the time is told once for each save, for the first reconcile of the new code', () => {
  const told: unknown[] = [];
  let now = 1000;
  const watch = new SaveStopwatch(
    (event) => void told.push(event),
    () => now,
  );

  watch.reconciled();
  watch.saved(1000);
  now = 1300;
  watch.reconciled();
  watch.reloaded();
  now = 1840;
  watch.reconciled();
  watch.reconciled();

  expect(told).toEqual([{ type: 'status', message: 'from save to reconciled: 0.8 s' }]);
});
