import { describe, expect, test } from 'vitest';
import {
  formatDiagnostic,
  reportBug,
  reportChanges,
  reportDiff,
  reportNext,
  reportUserError,
} from '../../src/cli/report.js';
import { UserError } from '../../src/errors.js';
import { fakeTerminal } from './fake-terminal.js';

test('one line per changed file', () => {
  const terminal = fakeTerminal();

  reportChanges(
    terminal,
    [
      { kind: 'create', path: 'a.ts', text: '' },
      { kind: 'modify', path: 'b.ts', before: '', text: '' },
      { kind: 'move', path: 'd.ts', from: 'c.ts', before: '', text: '' },
      { kind: 'delete', path: 'e.ts', before: '' },
    ],
    false,
  );

  expect(terminal.stdout).toBe('created   a.ts\nchanged   b.ts\nmoved     c.ts → d.ts\ndeleted   e.ts\n');
});

test('a dry run says that it would', () => {
  const terminal = fakeTerminal();

  reportChanges(terminal, [{ kind: 'create', path: 'a.ts', text: '' }], true);

  expect(terminal.stdout).toBe('would be created   a.ts\n');
});

describe('diffs', () => {
  test('show moves, deletions and binary files', () => {
    const terminal = fakeTerminal();

    reportDiff(terminal, [
      { kind: 'move', path: 'b', from: 'a', before: 'x\n', text: 'x\n' },
      { kind: 'delete', path: 'c', before: 'y\n' },
      { kind: 'create', path: 'd.tgz', text: new Uint8Array(3) },
    ]);

    expect(terminal.stdout).toContain('rename from a\nrename to b\n');
    expect(terminal.stdout).toContain('-y\n');
    expect(terminal.stdout).toContain('Binary file d.tgz (3 bytes) is added');
  });

  test('are coloured when colour is wanted', () => {
    const terminal = fakeTerminal({ hasColor: true });

    reportDiff(terminal, [{ kind: 'create', path: 'a', text: 'x\n' }]);

    expect(terminal.stdout).toContain('\u001b[32m+x');
  });
});

test('a diagnostic shows the place with a caret, and the fix', () => {
  const text = formatDiagnostic(fakeTerminal(), {
    severity: 'error',
    code: 'marker-unknown',
    message: 'there is no marker "x"',
    position: { file: 'src/a.ts', line: 14, column: 4, length: 2 },
    excerpt: '// +x=1',
    fix: 'use y',
  });

  expect(text).toBe(
    'error marker-unknown: there is no marker "x"\n  src/a.ts:14:4\n    14 | // +x=1\n       |    ^^\n  fix: use y\n',
  );
});

test('tabs before the caret stay tabs', () => {
  const text = formatDiagnostic(fakeTerminal(), {
    severity: 'note',
    code: 'c',
    message: 'm',
    position: { file: 'f', line: 1, column: 2 },
    excerpt: '\tx',
  });

  expect(text).toContain('| \t^');
});

test('an error that the user can fix has no stack', () => {
  const terminal = fakeTerminal();

  reportUserError(terminal, new UserError('kind-invalid', 'bad kind', { fix: 'use Good' }));

  expect(terminal.stderr).toBe('error kind-invalid: bad kind\n  fix: use Good\n');
});

test('an error of ours has a stack and the version', () => {
  const terminal = fakeTerminal();

  reportBug(terminal, new Error('oops'), '1.2.3');

  expect(terminal.stderr).toMatch(/internal error: this is a bug in kbts 1\.2\.3[\s\S]*oops[\s\S]*at /);
});

test('next steps come last', () => {
  const terminal = fakeTerminal();

  reportNext(terminal, ['npm test']);
  reportNext(terminal, []);

  expect(terminal.stderr).toBe('\nNext:\n  npm test\n');
});
