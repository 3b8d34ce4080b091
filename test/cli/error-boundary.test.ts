import { CommanderError } from 'commander';
import { expect, test } from 'vitest';
import { exitCodeOf } from '../../src/cli/error-boundary.js';
import { UserError, type ErrorCode } from '../../src/errors.js';
import { fakeTerminal } from './fakes/fake-terminal.js';

test.each<[ErrorCode, number]>([
  ['kind-invalid', 1],
  ['flag-missing', 2],
  ['flag-conflict', 2],
  ['drift', 3],
])('%s exits with %i', (code, exit) => {
  expect(exitCodeOf(new UserError(code, 'm', { fix: 'f' }), fakeTerminal())).toBe(exit);
});

test('help and version are no failure, wrong usage is', () => {
  expect(exitCodeOf(new CommanderError(0, 'commander.help', ''), fakeTerminal())).toBe(0);
  expect(exitCodeOf(new CommanderError(1, 'commander.unknownOption', ''), fakeTerminal())).toBe(2);
});

test('anything else is a bug of ours', () => {
  const terminal = fakeTerminal();

  expect(exitCodeOf(new TypeError('x is not a function'), terminal)).toBe(70);
  expect(terminal.stderr).toContain('this is a bug in kbts');
});

test('a thrown string is a bug of ours, too', () => {
  expect(exitCodeOf('oops', fakeTerminal())).toBe(70);
});

test('what Ctrl-C ended is not a bug', () => {
  const ending = new AbortController();
  const error = new DOMException('This operation was aborted', 'AbortError');
  const terminal = fakeTerminal({ signal: ending.signal });
  expect(exitCodeOf(error, terminal)).toBe(70);
  ending.abort();
  expect(exitCodeOf(error, terminal)).toBe(130);
});
