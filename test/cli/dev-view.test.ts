import { expect, test } from 'vitest';
import { DevView } from '../../src/cli/dev-view.js';
import { fakeTerminal } from './fake-terminal.js';

const now = (): Date => new Date(2026, 0, 1, 9, 5, 7);
const reconciled = {
  type: 'reconciled',
  object: 'Guestbook default/a',
  result: 'success',
  ms: 12,
  reasons: ['create'],
} as const;
const failed = {
  type: 'failed',
  object: 'Guestbook default/a',
  message: 'no luck',
  attempt: 0,
  stack: 'Error: no luck\n    at f (src/x.ts:1:2)\n    at node:internal/y',
} as const;

test('without a terminal every event is a plain line', () => {
  const terminal = fakeTerminal();
  const view = new DevView(terminal, now);

  view.show(reconciled);
  view.show({ ...reconciled, result: 'requeue_after', reasons: [] });
  view.show(failed);
  view.show({ type: 'log', level: 'info', message: 'started', fields: 'workers=1' });
  view.show({ type: 'output', text: 'hello' });
  view.show({ type: 'status', message: 'reloaded' });
  view.show({ type: 'problem', message: 'broken', fix: 'mend it' });
  view.end();

  expect(terminal.stderr.split('\n')).toEqual([
    '09:05:07 reconciled  Guestbook default/a  ok 12 ms  ← create',
    '09:05:07 reconciled  Guestbook default/a  requeue after 12 ms',
    '09:05:07 failed      Guestbook default/a  no luck',
    '09:05:07   at f (src/x.ts:1:2)',
    '09:05:07 log  started workers=1',
    '09:05:07 hello',
    '09:05:07 dev  reloaded',
    '09:05:07 problem  broken',
    '09:05:07   fix: mend it',
    '',
  ]);
});

test('on a terminal a last line sums up, and is taken away at the end', () => {
  const terminal = fakeTerminal({ isInteractive: true });
  const view = new DevView(terminal, now);

  view.show(failed);
  const during = terminal.stderr;
  view.show(reconciled);
  view.end();

  expect(during).toContain('0 reconciles, 1 failing; Ctrl-C ends');
  expect(terminal.stderr).toContain('1 reconciles; Ctrl-C ends');
  expect(terminal.stderr.endsWith('\r\u001B[2K')).toBe(true);
});

test('the command to look around can be copied, also from a folder with spaces', () => {
  const terminal = fakeTerminal();
  const view = new DevView(terminal, now);

  view.ready('/tmp/my project/dev.kubeconfig');
  view.show({ type: 'log', level: 'info', message: 'stopped', fields: '' });

  expect(terminal.stderr.split('\n')).toEqual([
    '09:05:07 dev  ready; beside it: kubectl --kubeconfig "/tmp/my project/dev.kubeconfig" get all -A',
    '09:05:07 log  stopped',
    '',
  ]);
});
