import { expect, test } from 'vitest';
import { UserError } from '../src/errors.js';

test('an error says what is wrong and how to fix it, and keeps its cause', () => {
  const cause = new Error('deep');

  const error = new UserError('not-found', 'no such thing', { fix: 'make one', cause });

  expect(error).toMatchObject({
    name: 'UserError',
    code: 'not-found',
    message: 'no such thing',
    fix: 'make one',
    cause,
    diagnostics: [],
  });
});
