import { expect, test } from 'vitest';
import { type Look, poll } from '../../../../src/commands/ship/olm/polling.js';
import { UserError } from '../../../../src/errors.js';

const broken = (): UserError => new UserError('olm-failed', 'it is broken', { fix: 'repair it' });

/** Answers with each look in turn, the last one for ever. */
function looks<T>(...answers: Look<T>[]): () => Promise<Look<T>> {
  let next = 0;
  return () => Promise.resolve(answers[Math.min(next++, answers.length - 1)] ?? { waiting: 'nothing' });
}

test('it looks until it is done, and tells what is missing meanwhile', async () => {
  const told: string[] = [];
  const look = looks<number>({ waiting: 'a' }, { waiting: 'b' }, { done: 3 });
  const options = { timeoutMs: 60_000, pollMs: 1, update: (detail: string) => void told.push(detail) };
  expect(await poll('it', look, options)).toBe(3);
  expect(told).toEqual(['a', 'b']);
});

test('the last state is in the error when the time is over', async () => {
  await expect(poll('the pod', looks({ waiting: 'Pending' }), { timeoutMs: 5, pollMs: 1 })).rejects.toThrow(
    'the pod was not ready within 0.005 s: Pending',
  );
});

test('trouble that lasts ends the waiting; trouble that passes does not', async () => {
  const trouble = { waiting: 'broken', trouble: { error: broken } };
  const options = { timeoutMs: 60_000, pollMs: 2 };
  await expect(poll('it', looks(trouble), { ...options, troubleMs: 5 })).rejects.toThrow('it is broken');
  expect(await poll('it', looks<boolean>(trouble, { waiting: 'better' }, { done: true }), options)).toBe(true);
});

test('what only explains is thrown at the end, and never before', async () => {
  const slow = { waiting: 'slow', trouble: { error: broken, afterMs: Infinity } };
  const options = { timeoutMs: 60_000, pollMs: 1, troubleMs: 0 };
  expect(await poll('it', looks<boolean>(slow, slow, { done: true }), options)).toBe(true);
  await expect(poll('it', looks(slow), { ...options, timeoutMs: 3 })).rejects.toThrow('it is broken');
});

test('a request to stop stops it', async () => {
  const stop = new AbortController();
  const waiting = poll('it', looks({ waiting: 'a' }), { timeoutMs: 60_000, pollMs: 60_000, signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toThrow('abort');
});
