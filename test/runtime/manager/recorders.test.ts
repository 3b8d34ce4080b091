import { expect, test } from 'vitest';
import { createClient } from '../../../src/runtime/client/kube-client.js';
import { systemClock } from '../../../src/runtime/clock.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { LeaderFence } from '../../../src/runtime/manager/leader-fence.js';
import { Recorders } from '../../../src/runtime/manager/recorders.js';
import { FakeTransport } from '../cache/fake-transport.js';
import { FakeHost } from '../controller/fake-host.js';

test('a controller always gets the same recorder', async () => {
  const recorders = new Recorders(new FakeHost(), new LeaderFence(undefined));

  expect(recorders.of('a')).toBe(recorders.of('a'));
  expect(recorders.of('a')).not.toBe(recorders.of('b'));
  await recorders.close();
});

test('an event of a leader is sent also when it leads no longer', async () => {
  let isLeader = true;
  const fence = new LeaderFence({
    isLeader: () => isLeader,
    throwIfNotLeader: () => {
      if (!isLeader) throw new Error('lost');
    },
  });
  const transport = new FakeTransport();
  const client = createClient({ transport: fence.guard(transport) });
  const recorders = new Recorders({ client, log: silentLogger, clock: systemClock }, fence);
  const object = { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a', namespace: 'ns' } };

  fence.asLeader(() => recorders.of('c').event(object, { reason: 'Stopped', note: 'bye' }));
  isLeader = false;
  await recorders.close();

  expect(transport.requests).toEqual(['POST /apis/events.k8s.io/v1/namespaces/ns/events']);
});
