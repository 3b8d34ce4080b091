import { expect, test } from 'vitest';
import { ExpiringCredentials } from '../../../../src/runtime/client/credentials/expiring-credentials.js';

function setup(lifetimeMs: number | undefined) {
  let now = 1_000_000;
  let count = 0;
  const source = new ExpiringCredentials(
    async () => ({
      credentials: { token: `t${++count}` },
      expiresAt: lifetimeMs === undefined ? undefined : new Date(now + lifetimeMs),
    }),
    () => now,
  );
  return { source, wait: (ms: number) => (now += ms), count: () => count };
}

test('are renewed half a minute before they expire', async () => {
  const { source, wait } = setup(3_600_000);
  await source.current();

  wait(3_600_000 - 30_001);
  expect(await source.current()).toEqual({ token: 't1' });
  wait(2);
  expect(await source.current()).toEqual({ token: 't2' });
});

test('short-lived ones are kept for half their life', async () => {
  const { source, wait } = setup(20_000);
  await source.current();

  wait(9_999);
  expect(await source.current()).toEqual({ token: 't1' });
  wait(2);
  expect(await source.current()).toEqual({ token: 't2' });
});

test('without an end they are kept until they are refused', async () => {
  const { source, wait } = setup(undefined);
  await source.current();
  wait(10 ** 9);
  await source.current();

  source.invalidate();

  expect(await source.current()).toEqual({ token: 't2' });
});

test('late refusals of older credentials do not throw away fresh ones', async () => {
  const { source, count } = setup(undefined);
  await source.current();

  source.invalidate();
  source.invalidate();
  await source.current();

  expect(count()).toBe(1);
});

test('a failed fetch is tried again by the next call', async () => {
  let isBroken = true;
  const source = new ExpiringCredentials(async () => {
    if (isBroken) throw new Error('offline');
    return { credentials: { token: 't' } };
  });
  await expect(source.current()).rejects.toThrow('offline');
  isBroken = false;

  expect(await source.current()).toEqual({ token: 't' });
});
