import { expect, test } from 'vitest';
import { cleanEvent } from '../../../src/cli/dev/clean-event.js';
import { DevView } from '../../../src/cli/dev/dev-view.js';
import type { DevEvent } from '../../../src/commands/cluster/dev/dev-event.js';
import { fakeTerminal } from '../fakes/fake-terminal.js';

const bad = 'x\u001B[2J\u001B]52;c;UFdO\u0007\u009b31m\n12:00:00 ✔ forged\u2028y';

const events: readonly DevEvent[] = [
  { type: 'reconciled', object: bad, result: bad, ms: 1, reasons: [bad] },
  { type: 'failed', object: bad, message: bad, attempt: 1, stack: bad },
  { type: 'wrote', verb: 'changed', object: bad, by: bad, changes: [bad] },
  { type: 'event', object: bad, warning: true, reason: bad, message: bad },
  { type: 'denied', object: bad, operation: bad, code: 403, message: bad, warnings: [bad] },
  { type: 'warned', object: bad, operation: bad, warnings: [bad] },
  { type: 'log', level: 'info', message: bad, fields: bad },
  { type: 'output', text: bad },
  { type: 'status', message: bad },
  { type: 'problem', message: bad, fix: bad, diagnostics: [{ severity: 'error', code: bad, message: bad }] },
];

test.each(events.map((event) => [event.type, event] as const))('no text of %s steers the terminal', (_, event) => {
  const terminal = fakeTerminal();
  new DevView(terminal, { verbose: true, root: '/' }).show(event);
  expect(terminal.stderr.match(/[^\P{C}\n\t]/gu)).toBeNull();
  expect(terminal.stderr).not.toMatch(/[\u2028\u2029]/);
});

test('no text of an object looks like an event of its own', () => {
  for (const event of events.filter(({ type }) => type !== 'status' && type !== 'problem')) {
    const terminal = fakeTerminal();
    new DevView(terminal, { verbose: true, root: '/' }).show(event);
    expect(terminal.stderr).not.toMatch(/^12:00:00 ✔ forged/m);
  }
});

test('colours of the operator itself are taken away without a mark', () => {
  expect(cleanEvent({ type: 'output', text: '\u001B[32mready\u001B[39m' })).toEqual({ type: 'output', text: 'ready' });
});
