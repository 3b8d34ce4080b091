import { expect, test } from 'vitest';
import { TerminalError } from '../../../src/runtime/controller/reconcile.js';

test('a terminal error is an error with its own name and cause', () => {
  const error = new TerminalError('hopeless', { cause: 'why' });

  expect(error).toBeInstanceOf(Error);
  expect([error.name, error.cause]).toEqual(['TerminalError', 'why']);
});
