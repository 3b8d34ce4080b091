import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { LeaseKeeper, type LeaseKeeperOptions } from '../../../src/runtime/leader/lease-keeper.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { leaseOf, settle } from './lease-server.js';

test('renews while the main thread hangs, and stops at the limit', async () => {
  await using server = await leaseServer();
  const keeper = keeperOf({ config: { server: server.url, token: 't' }, hangLimitMs: 4_000 });
  keeper.claimed(0);
  // The thread must have been told who it is before anything hangs.
  await settle();
  expect(keeper.last()).toBeUndefined();

  const first = hangUntil(() => keeper.last());
  const second = hangUntil(() => (keeper.last()?.at === first.at ? undefined : keeper.last()));
  // No renewal is sent after the limit, so the newest becomes older than any two renewals are apart.
  const last = hangUntil(() => {
    const before = Date.now();
    const newest = keeper.last();
    return newest && newest.ageMs > 2_000 ? { ...newest, before, after: Date.now() } : undefined;
  });
  keeper.ended();

  expect(second.at).toBeGreaterThan(first.at);
  // The thread reads its two clocks one after the other.
  expect(last.wallMs + last.ageMs).toBeGreaterThan(last.before - 1_000);
  expect(last.wallMs + last.ageMs).toBeLessThan(last.after + 1_000);
});

test('does nothing while the main thread works, and after leadership has ended', async () => {
  await using server = await leaseServer();
  const keeper = keeperOf({ config: { server: server.url, token: 't' } });
  keeper.claimed(0);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(keeper.last()).toBeUndefined();

  keeper.ended();
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 600);

  expect(keeper.last()).toBeUndefined();
});

test('a proxy is refused, as the thread cannot use it', () => {
  expect(() => keeperOf({ config: { server: 'https://x', proxyUrl: 'http://proxy' } })).toThrow(
    'leaderElection.thread cannot use a proxy',
  );
});

function keeperOf(options: Pick<LeaseKeeperOptions, 'config'> & Partial<LeaseKeeperOptions>): LeaseKeeper {
  const times = { retryMs: 200, validMs: 10_000, requestTimeoutMs: 5_000, hangLimitMs: 30_000 };
  return new LeaseKeeper({
    namespace: 'system',
    id: 'op',
    identity: 'me',
    userAgent: 'test',
    log: silentLogger,
    ...times,
    ...options,
  });
}

/** Keeps this thread from running anything else until there is something. */
function hangUntil<T>(look: () => T | undefined): T {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (let tries = 0; tries < 3_000; tries++) {
    const found = look();
    if (found !== undefined) return found;
    Atomics.wait(cell, 0, 0, 10);
  }
  throw new Error('it did not come while the main thread hung');
}

/** Answers in a thread of its own, because the one of the test hangs. */
async function leaseServer(): Promise<{ url: string } & AsyncDisposable> {
  const source = `
    const { parentPort, workerData } = require('node:worker_threads');
    const server = require('node:http').createServer((request, response) => {
      const isMine = request.url === '/apis/coordination.k8s.io/v1/namespaces/system/leases/op' && request.headers.authorization === 'Bearer t';
      response.writeHead(isMine ? 200 : 403).end(JSON.stringify(workerData));
    });
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));`;
  const worker = new Worker(source, { eval: true, workerData: { ...leaseOf('me') } });
  const [port] = await once(worker, 'message');
  return {
    url: `http://127.0.0.1:${String(port)}`,
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}
