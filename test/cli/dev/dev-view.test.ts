import { expect, test } from 'vitest';
import { DevView } from '../../../src/cli/dev/dev-view.js';
import { fakeTerminal } from '../fakes/fake-terminal.js';

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
  stack: 'Error: no luck\n    at node:internal/y:1:1\n    at f (/p/src/x.ts:1:2)\n    at g (/p/src/y.ts:3:4)',
} as const;

test('without a terminal every event is a plain line', () => {
  const terminal = fakeTerminal();
  const view = new DevView(terminal, { now, root: '/p' });

  view.show(reconciled);
  view.show({ ...reconciled, result: 'requeue_after', nextInMs: 30_000, reasons: [], isFinalize: true });
  view.show({ ...reconciled, result: 'requeue', nextInMs: 5 });
  view.show(failed);
  view.show({
    type: 'wrote',
    verb: 'changed',
    object: 'Deployment default/a',
    by: 'guestbook',
    changes: ['spec.replicas: 1 → 3', 'b', 'c', 'd', 'e', 'f'],
  });
  view.show({ type: 'event', object: 'Guestbook default/a', warning: true, reason: 'Slow', message: 'takes long' });
  view.show({
    type: 'denied',
    object: 'Guestbook default/bad',
    operation: 'create',
    code: 403,
    message: 'spec.size is too large\u001B[2J',
    warnings: ['spec.old is ignored'],
  });
  view.show({ type: 'warned', object: 'Guestbook default/a', operation: 'update', warnings: ['one', 'two'] });
  view.show({ type: 'log', level: 'info', message: 'started', fields: 'workers=1' });
  view.show({ type: 'output', text: 'hello' });
  view.show({ type: 'status', message: 'reloaded' });
  view.show({ type: 'problem', message: 'broken', fix: 'correct it' });
  view.end();

  expect(terminal.stderr.replaceAll('09:05:07 ', '').split('\n')).toEqual([
    '✔ Guestbook default/a 12 ms  ← create',
    '✔ finalized Guestbook default/a 12 ms, next in 30 s',
    '✔ Guestbook default/a 12 ms  ← create',
    '✘ Guestbook default/a  no luck',
    '    at src/x.ts:1:2',
    'changed Deployment default/a  by guestbook',
    '    spec.replicas: 1 → 3',
    '    b',
    '    c',
    '    d',
    '    … 2 more (--verbose)',
    'event Slow  Guestbook default/a  takes long',
    'denied  create Guestbook default/bad  403  spec.size is too large\uFFFD[2J',
    '    warning: spec.old is ignored',
    'warned  update Guestbook default/a',
    '    warning: one',
    '    warning: two',
    'log  started workers=1',
    'hello',
    'dev  reloaded',
    'problem  broken',
    '  fix: correct it',
    '',
  ]);
});

test('failures that repeat are one line that counts, drawn in its place, and as wide as the terminal', () => {
  const terminal = fakeTerminal({ isInteractive: true, columns: 80 });
  const view = new DevView(terminal, { now, root: '/p' });

  for (let count = 0; count < 9; count++)
    view.show({ ...failed, message: 'boom: upstream said 503', nextInMs: 10 * 2 ** count });

  const drawn = terminal.stderr.split('\r\u001B[2K');
  expect(terminal.stderr).toContain('✘ Guestbook default/a  boom: upstream said 503  ×9, next in 2.6 s\n');
  expect(terminal.stderr.match(/at src\/x\.ts/g)).toHaveLength(1);
  // From the third time on the line takes the place of the last one.
  expect(terminal.stderr.split('\u001B[1A')).toHaveLength(8);
  expect(drawn.at(-1)).toContain('1 failing; Ctrl-C ends');
  view.show({ ...failed, message: 'x'.repeat(300) });
  view.show({ ...failed, message: 'x'.repeat(300) });
  const last = terminal.stderr.split('\r\u001B[2K').at(-1)?.split('\n')[0] ?? '';
  expect([...last].length).toBeLessThan(80);
});

test('without a terminal a failure that repeats is told when its count has doubled', () => {
  const terminal = fakeTerminal();
  const view = new DevView(terminal, { now, root: '/p' });

  for (let count = 0; count < 20; count++) view.show(failed);

  expect(terminal.stderr.match(/×\d+/g)).toEqual(['×2', '×4', '×8', '×16']);
});

test('errors of the generator keep their frames and carets, and their sum', () => {
  const terminal = fakeTerminal();
  const view = new DevView(terminal, { now });
  const one = {
    severity: 'error',
    code: 'marker-unknown',
    message: 'there is no marker "x"',
    position: { file: 'src/a.ts', line: 14, column: 4, length: 2 },
    excerpt: '// +x=1',
  } as const;

  view.show({ type: 'problem', message: 'the sources have errors', diagnostics: [one, one] });

  expect(terminal.stderr).toContain('    14 | // +x=1\n       |    ^^\n');
  expect(terminal.stderr).toContain('2 errors\n');
});

test('on a terminal a last line sums up, and is taken away at the end', () => {
  const terminal = fakeTerminal({ isInteractive: true });
  const view = new DevView(terminal, { now });

  view.show(failed);
  const during = terminal.stderr;
  view.show(reconciled);
  view.end();

  expect(during).toContain('0 reconciles, 1 failing; Ctrl-C ends');
  expect(terminal.stderr).toContain('1 reconcile; Ctrl-C ends');
  expect(terminal.stderr.endsWith('\r\u001B[2K')).toBe(true);
});

test('the command to look around shows the kinds of the user, and can be copied from a folder with spaces', () => {
  const terminal = fakeTerminal();
  const view = new DevView(terminal, { now });

  view.ready({ kubeconfig: '/tmp/my project/dev.kubeconfig', resources: ['guestbooks.webapp.my.domain', 'pods'] });

  expect(terminal.stderr).toContain(
    'kubectl --kubeconfig "/tmp/my project/dev.kubeconfig" get guestbooks.webapp.my.domain,pods -A\n',
  );
});

test('for programs every event is a line of JSON', () => {
  const terminal = fakeTerminal({ isInteractive: true });
  const view = new DevView(terminal, { now, json: true });

  view.show(failed);
  view.show(reconciled);
  view.end();

  const lines = terminal.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
  expect(lines).toMatchObject([{ type: 'failed' }, { type: 'reconciled', ms: 12 }]);
  expect(terminal.stderr).toBe('');
});
