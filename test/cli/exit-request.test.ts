import { expect, test } from 'vitest';
import { exitCodeOf } from '../../src/cli/error-boundary.js';
import { ExitRequest } from '../../src/cli/exit-request.js';
import { fakeTerminal } from './fakes/fake-terminal.js';

test('the program ends with the code of the program that it ran, and prints nothing', () => {
  const terminal = fakeTerminal();

  expect(exitCodeOf(new ExitRequest(137), terminal)).toBe(137);
  expect(terminal.stdout + terminal.stderr).toBe('');
});
