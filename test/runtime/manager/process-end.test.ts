import { expect, test, vi } from 'vitest';
import { endProcess, markEndOfProcess } from '../../../src/runtime/manager/process-end.js';
import { type LogLine, recordingLogger } from '../controller/fake-host.js';
import { eventually } from '../../../src/testing/eventually.js';

function end(signal: AbortSignal, exitCode?: number) {
  const lines: LogLine[] = [];
  const exit = vi.fn();
  const ending = { exitCode, exit, getActiveResourcesInfo: () => ['Timeout', 'TCPSocketWrap', 'Timeout'] };
  endProcess(signal, { log: recordingLogger(lines), patienceMs: 1, ending });
  return { lines, exit };
}

test.each([
  [undefined, 0],
  [3, 3],
])('after a stop by a signal the process ends with its code, %s, and says what held it', async (exitCode, code) => {
  const { lines, exit } = end(markEndOfProcess(AbortSignal.abort()), exitCode);

  await eventually(() => expect(exit).toHaveBeenCalledWith(code));

  expect(lines[0]?.fields).toEqual({ resources: ['Timeout × 2', 'TCPSocketWrap'] });
});

test('a manager that was stopped by anything else ends no process', async () => {
  const others = [end(AbortSignal.abort()), end(markEndOfProcess(new AbortController().signal))];
  const { exit } = end(markEndOfProcess(AbortSignal.abort()));

  await eventually(() => expect(exit).toHaveBeenCalled());

  for (const other of others) expect(other.exit).not.toHaveBeenCalled();
});
