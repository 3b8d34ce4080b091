import { expect, test } from 'vitest';
import { currentWork, outsideWork, runWork } from '../../src/runtime/current-work.js';

test('work is known to everything that it begins, and to nothing else', async () => {
  const work = { writer: 'books default/a' };
  const seen: unknown[] = [];

  await runWork(work, async () => {
    await Promise.resolve();
    seen.push(currentWork());
    setImmediate(() => seen.push(currentWork()));
  });
  await new Promise((resolve) => setImmediate(resolve));

  expect(seen).toEqual([work, work]);
  expect(currentWork()).toBeUndefined();
});

test('what lives longer than the work that begins it is no part of it', async () => {
  const found = await runWork({ writer: 'a' }, () =>
    outsideWork(async () => {
      await Promise.resolve();
      return currentWork();
    }),
  );

  expect(found).toBeUndefined();
  expect(outsideWork(() => currentWork())).toBeUndefined();
});

test('a rejection that nobody handles tells which work it comes from', async () => {
  const work = { about: () => ({ controller: 'books' }) };
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection');
  const found = new Promise((resolve) => process.once('unhandledRejection', () => resolve(currentWork())));

  runWork(work, () => void Promise.reject(new Error('nobody waits for this')));

  expect(await found).toBe(work);
  listeners.forEach((listener) => process.on('unhandledRejection', listener));
});
