import { expect, test } from 'vitest';
import { ApiError } from '../../../src/runtime/client/requests/api-error.js';
import { Cluster } from '../../../src/runtime/manager/cluster.js';
import { runWithLogger } from '../../../src/runtime/log/current-logger.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { FakeTransport } from '../cache/fake-transport.js';
import { Thing } from '../cache/thing.js';
import { fakeServer, json } from '../client/fake-api.js';
import { type LogLine, recordingLogger } from '../controller/fake-host.js';
import { ManualClock, settle } from '../manual-clock.js';

test('needs a config or a transport', () => {
  expect(() => new Cluster({})).toThrow(/needs a config or a transport/);
});

test('§1.2.2 is ready when its informers are filled, and stops them with its signal', async () => {
  const transport = new FakeTransport();
  const cluster = new Cluster({ transport });
  await cluster.cache.informer(Thing);
  const stop = new AbortController();
  const running = cluster.run({ signal: stop.signal, cutoff: stop.signal, log: silentLogger });

  await cluster.ready();
  expect(transport.of('things').openWatches).toBe(1);
  stop.abort();
  await running;
  await settle();

  expect(transport.of('things').openWatches).toBe(0);
});

test('§1.3.10 informers that cannot be filled fail it with the cause, after the time for that', async () => {
  const transport = new FakeTransport();
  const clock = new ManualClock();
  transport.of('things').outage = new ApiError({ code: 403, reason: 'Forbidden', message: 'not allowed' });
  const cluster = new Cluster({ transport, clock, cacheSyncTimeout: '1s' });
  await cluster.cache.informer(Thing);
  const { signal } = new AbortController();
  const running = cluster.run({ signal, cutoff: signal, log: silentLogger }).catch((error: unknown) => error);

  await clock.advanceAsync(1000);

  expect(String(await running)).toMatch(/not filled after 1 s: not allowed/);
  await expect(cluster.ready()).rejects.toThrow();
});

test('§4.8.3 warnings of the server are logged by the logger of the current work', async () => {
  await using server = await fakeServer((_, response) => {
    response.setHeader('warning', '299 - "things are deprecated"');
    json(response, 200, { metadata: { name: 'a' } });
  });
  const lines: LogLine[] = [];
  await using cluster = new Cluster({ config: { server: server.server }, log: recordingLogger(lines) });
  const read = () => cluster.client.live.get(Thing, { namespace: 'ns', name: 'a' });

  await runWithLogger(recordingLogger(lines, { reconcileID: 'x' }), read);
  await read();

  const message = 'the API server warns';
  const fields = { warning: 'things are deprecated', method: 'GET' };
  expect(lines).toMatchObject([
    { message, fields: { ...fields, reconcileID: 'x' } },
    { message, fields },
  ]);
  expect(lines[1]?.fields).not.toHaveProperty('reconcileID');
});
