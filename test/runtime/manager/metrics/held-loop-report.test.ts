import { expect, test } from 'vitest';
import { HeldLoop } from '../../../../src/runtime/held-loop.js';
import { reportHeldLoop } from '../../../../src/runtime/manager/metrics/held-loop-report.js';
import { createMetricsRegistry } from '../../../../src/runtime/metrics/registry.js';
import { type LogLine, recordingLogger } from '../../controller/fake-host.js';

test('a log line names the controller and the object, and a metric the controller', async () => {
  const lines: LogLine[] = [];
  const metrics = createMetricsRegistry({ process: false });
  let now = 0;
  const loop = new HeldLoop(() => now);
  reportHeldLoop({ log: recordingLogger(lines), metrics }, loop);

  loop.note({ about: () => ({ controller: 'books', namespace: 'default', name: 'a' }) });
  now = 1300.4;
  loop.note({ about: () => ({ webhook: '/validate' }) });
  now = 3000;
  loop.note(undefined);

  expect(lines.map(({ fields }) => fields)).toEqual([
    { controller: 'books', namespace: 'default', name: 'a', heldMs: 1300 },
    { webhook: '/validate', heldMs: 1700 },
  ]);
  const text = await metrics.text();
  expect(text).toContain('kbts_event_loop_held_seconds_count{by="books"} 1');
  expect(text).toContain('kbts_event_loop_held_seconds_count{by="/validate"} 1');
});
