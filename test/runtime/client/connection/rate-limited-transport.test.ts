import { expect, test } from 'vitest';
import { rateLimitedTransport } from '../../../../src/runtime/client/connection/rate-limited-transport.js';
import type { Transport } from '../../../../src/runtime/client/connection/transport.js';
import { ManualClock } from '../../manual-clock.js';

function make(limit: { qps: number; burst?: number }) {
  const clock = new ManualClock();
  const sent: number[] = [];
  const inner = { server: 'https://x', request: async () => void sent.push(clock.now()) } as unknown as Transport;
  const transport = rateLimitedTransport(inner, limit, clock);
  const ask = (path: string, signal?: AbortSignal) => transport.request({ method: 'GET', path, signal });
  return { clock, sent, ask };
}

test('a burst passes at once, the rest by the rate, in order', async () => {
  const { clock, sent, ask } = make({ qps: 10, burst: 3 });
  for (let index = 0; index < 6; index++) void ask('/api/v1/pods');

  await clock.advanceAsync(300);

  expect(sent).toEqual([0, 0, 0, 100, 200, 300]);
});

test('a bucket that was not used is full again, and no fuller', async () => {
  const { clock, sent, ask } = make({ qps: 2 });
  await clock.advanceAsync(60_000);
  for (let index = 0; index < 3; index++) void ask('/a');

  await clock.advanceAsync(500);

  expect(sent).toEqual([60_000, 60_000, 60_500]);
});

test('watches do not count, and a request that is no longer wanted is not sent', async () => {
  const { clock, sent, ask } = make({ qps: 1 });
  const abort = new AbortController();
  await ask('/a');
  const dropped = ask('/b', abort.signal);
  await ask('/api/v1/pods?watch=1&timeoutSeconds=5');
  abort.abort(new Error('no longer'));

  await expect(dropped).rejects.toThrow('no longer');
  await clock.advanceAsync(5_000);

  expect(sent).toEqual([0, 0]);
});

test.each([{ qps: 0 }, { qps: Number.NaN }, { qps: 1, burst: 0 }])('%j is refused', (limit) => {
  expect(() => make(limit)).toThrow('lets nothing through');
});
