import { expect, test } from 'vitest';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { LeaderFence } from '../../../src/runtime/manager/leader-fence.js';
import { FakeTransport } from '../cache/fake-transport.js';

const write = { method: 'POST', path: '/api/v1/namespaces/ns/things', body: '{"metadata":{"name":"a"}}' } as const;

test('§1.6.3 work of a leader that leads no longer cannot write, but read; other work can write', async () => {
  let isLeader = true;
  const fence = new LeaderFence({
    isLeader: () => isLeader,
    throwIfNotLeader: () => {
      if (!isLeader) throw new Error('lost');
    },
  });
  const transport = fence.guard(new FakeTransport());
  await fence.asLeader(() => transport.request(write));
  isLeader = false;

  await expect(fence.asLeader(async () => transport.request(write))).rejects.toThrow('lost');
  expect(
    (await fence.asLeader(() => transport.request({ method: 'GET', path: '/api/v1/namespaces/ns/things/a' }))).status,
  ).toBe(200);
  expect((await transport.request({ ...write, body: '{"metadata":{"name":"b"}}' })).status).toBe(201);
  expect(fence.isLeader()).toBe(false);
});

test('without leader election everybody leads and nothing is in between', () => {
  const fence = new LeaderFence(undefined);
  const transport = new FakeTransport();

  expect(fence.isLeader()).toBe(true);
  expect(fence.guard(transport)).toBe(transport);
  expect(fence.asLeader(() => 7)).toBe(7);
});

test('all that a runnable of the leader does is fenced, also what it does later', async () => {
  let isLeader = true;
  const fence = new LeaderFence({
    isLeader: () => isLeader,
    throwIfNotLeader: () => {
      if (!isLeader) throw new Error('lost');
    },
  });
  const transport = fence.guard(new FakeTransport());
  const { signal } = new AbortController();
  const runnable = fence.leaderOnly({
    async run() {
      await transport.request(write);
      isLeader = false;
      await fence.asAnyone(() => transport.request({ ...write, body: '{"metadata":{"name":"b"}}' }));
      await transport.request({ ...write, body: '{"metadata":{"name":"c"}}' });
    },
  });

  await expect(runnable.run({ signal, cutoff: signal, log: silentLogger })).rejects.toThrow('lost');
});
