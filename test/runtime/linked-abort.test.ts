import { setImmediate } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { linkAbort, longLivedAbort, orAborted } from '../../src/runtime/linked-abort.js';
import { ManualClock } from './manual-clock.js';

test('follows the first of its parents, with its reason', () => {
  const parents = [new AbortController(), new AbortController()];
  const link = linkAbort([undefined, ...parents.map(({ signal }) => signal)]);

  parents[1]!.abort('second');

  expect(link.signal.reason).toBe('second');
});

test('is aborted from the start when a parent is', () => {
  expect(linkAbort([AbortSignal.abort('early')]).signal.reason).toBe('early');
});

test('aborts after its time with the given error, and not after it was disposed', () => {
  const clock = new ManualClock();
  const late = linkAbort([], { clock, timeoutMs: 10, timeoutError: () => new Error('late') });
  const disposed = linkAbort([], { clock, timeoutMs: 10 });

  disposed[Symbol.dispose]();
  clock.advance(10);

  expect(late.signal.reason).toEqual(new Error('late'));
  expect(disposed.signal.aborted).toBe(false);
});

test('leaves no listener on its parents when it is disposed', () => {
  const parent = new AbortController();
  const remove = vi.spyOn(parent.signal, 'removeEventListener');
  const link = linkAbort([parent.signal]);

  link[Symbol.dispose]();
  parent.abort();

  expect(remove).toHaveBeenCalledOnce();
  expect(link.signal.aborted).toBe(false);
});

test('can be aborted by hand', () => {
  const link = linkAbort([]);

  link.abort('enough');

  expect(link.signal.reason).toBe('enough');
});

test('many listeners on a long-lived signal cause no warning', async () => {
  const warn = vi.fn();
  process.on('warning', warn);
  const { signal } = longLivedAbort();

  for (let index = 0; index < 100; index++) signal.addEventListener('abort', () => undefined);
  await setImmediate();
  process.off('warning', warn);

  expect(warn).not.toHaveBeenCalled();
});

test('orAborted gives the result of work that is finished in time', async () => {
  await expect(orAborted(Promise.resolve(1), new AbortController().signal)).resolves.toBe(1);
  await expect(orAborted(Promise.reject(new Error('no')), undefined)).rejects.toThrow('no');
});

test('orAborted rejects with the reason as soon as the signal aborts', async () => {
  const abort = new AbortController();
  const waiting = orAborted(new Promise(() => undefined), abort.signal);

  abort.abort(new Error('stop'));

  await expect(waiting).rejects.toThrow('stop');
});

test('orAborted leaves no unhandled rejection of work that fails after the abort', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);

  await expect(
    orAborted(
      setImmediate().then(() => Promise.reject(new Error('late'))),
      AbortSignal.abort(new Error('stop')),
    ),
  ).rejects.toThrow('stop');
  await setImmediate();
  await setImmediate();
  process.off('unhandledRejection', unhandled);

  expect(unhandled).not.toHaveBeenCalled();
});
