/** Connections that a proxy no longer forwards, while new ones work: open on both sides, and silent. */
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { ConnectionError } from '../../../../src/runtime/client/connection/connection-error.js';
import { createTransport } from '../../../../src/runtime/client/connection/http-transport.js';
import type { Transport } from '../../../../src/runtime/client/connection/transport.js';
import { createClient } from '../../../../src/runtime/client/kube-client.js';
import { openWatch } from '../../../../src/runtime/client/watch/watch-stream.js';
import { defineKind } from '../../../../src/runtime/object/kind.js';
import { InvalidCallError } from '../../../../src/runtime/object/invalid-call.js';
import type { WaitTime } from '../../../../src/runtime/object/wait-time.js';
import { eventually } from '../../../../src/testing/eventually.js';
import { fakeServer, json } from '../fake-api.js';

const Pod = defineKind({ group: '', version: 'v1', kind: 'Pod', plural: 'pods', scope: 'Namespaced' });
const cleanups: (() => PromiseLike<void> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Forwards to `port`; `freeze` stops it for the connections that are open now. */
async function freezingProxy(port: number) {
  const pairs = new Set<{ readonly sockets: readonly Socket[]; isFrozen: boolean }>();
  let swallowed = 0;
  const server = net.createServer((near) => {
    const far = net.connect(port, '127.0.0.1');
    const pair = { sockets: [near, far], isFrozen: false };
    pairs.add(pair);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (bytes: Buffer) => (pair.isFrozen ? (swallowed += bytes.length) : to.write(bytes)));
      from.on('close', () => pair.isFrozen || to.destroy());
      from.on('error', () => undefined);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    for (const { sockets } of pairs) for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze: () => pairs.forEach((pair) => (pair.isFrozen = true)),
    /** Bytes that were not forwarded. */
    swallowed: () => swallowed,
  };
}

/** A probe that is not answered in this time ends its connection, so that a busy machine must have time for it. */
const probe = '1s';

async function start(watchProbe: WaitTime | 'never') {
  const server = await fakeServer((request, response) => {
    if (request.url.includes('watch=')) return void response.write('\n');
    if (request.url === '/waits') return;
    json(response, 200, { metadata: { name: 'a' } });
  });
  const proxy = await freezingProxy(server.port);
  const transport = createTransport({ server: proxy.server }, { watchProbe });
  cleanups.push(
    () => server[Symbol.asyncDispose](),
    () => transport[Symbol.asyncDispose](),
  );
  const probes = (): number => server.seen.filter(({ url }) => url === '/version').length;
  return { server, proxy, transport, probes };
}

test('§3.2.11 a watch that no longer delivers ends as a dead connection, soon and without an error', async () => {
  const { proxy, transport, probes } = await start(probe);
  const stream = await openWatch(transport, Pod);
  const ended = (async () => {
    for await (const event of stream) void event;
  })();
  // The second request is on the connection that the first one has made.
  await eventually(() => expect(probes()).toBeGreaterThan(1));
  proxy.freeze();
  await ended;

  expect(stream.end).toBe('idle');
});

test('a call that waits on a connection that no longer delivers ends with its watches, so that it can be repeated', async () => {
  const { server, proxy, transport, probes } = await start(probe);
  const stream = await openWatch(transport, Pod);
  await transport.request({ method: 'GET', path: '/a' }).then((response) => response.text());
  // The second request is on the connection that the first one has made.
  await eventually(() => expect(probes()).toBeGreaterThan(1));
  // It has left before the freeze: later, it might find a new connection.
  const call = transport.request({ method: 'POST', path: '/waits', body: '{}' });
  await eventually(() => expect(server.seen.map(({ url }) => url)).toContain('/waits'));
  proxy.freeze();

  await expect(call).rejects.toMatchObject({ name: 'ConnectionError', code: 'IDLE' });
  stream.close();
});

/** Connections that are idle because their watches ended, and another watch. */
async function startTwoWatches({ idleTimeoutMs, idle = 1 }: { idleTimeoutMs?: number; idle?: number } = {}) {
  const server = await fakeServer((request, response) => {
    response.write('\n');
    if (request.url.includes('timeoutSeconds=1')) return void response.end();
    // The watch must not be silent before the connections are frozen.
    const beat = setInterval(() => response.write('\n'), 20);
    response.on('close', () => clearInterval(beat));
  });
  const proxy = await freezingProxy(server.port);
  const transport = createTransport({ server: proxy.server }, { watchProbe: 'never' });
  cleanups.push(
    () => server[Symbol.asyncDispose](),
    () => transport[Symbol.asyncDispose](),
  );
  const stream = await openWatch(transport, Pod, { idleTimeoutMs });
  const ended = Array.from({ length: idle }, () => openWatch(transport, Pod, { timeoutSeconds: 1 }));
  for (const short of await Promise.all(ended)) for await (const event of short) void event;
  return { proxy, transport, stream };
}

test('after a watch that was given up, the next one uses a new connection', async () => {
  const { proxy, transport, stream } = await startTwoWatches();
  proxy.freeze();
  stream.close();

  const next = await openWatch(transport, Pod);

  expect(next.end).toBeUndefined();
});

test('after a watch that was silent for too long, the next one uses a new connection', async () => {
  const { proxy, transport, stream } = await startTwoWatches({ idleTimeoutMs: 500 });
  proxy.freeze();
  for await (const event of stream) void event;
  expect(stream.end).toBe('idle');

  const next = await openWatch(transport, Pod);

  expect(next.end).toBeUndefined();
});

test('after a watch that was given up before it was answered, the next one uses a new connection', async () => {
  const { proxy, transport, stream } = await startTwoWatches({ idle: 2 });
  const abort = new AbortController();
  proxy.freeze();
  const unanswered = openWatch(transport, Pod, { signal: abort.signal });
  await eventually(() => expect(proxy.swallowed()).toBeGreaterThan(0));
  abort.abort(new Error('given up'));
  await expect(unanswered).rejects.toThrow('given up');

  const next = await openWatch(transport, Pod);

  expect(next.end).toBeUndefined();
  stream.close();
});

test('a watch that is not answered at all is given up earlier than a call', async () => {
  let timeoutMs: number | undefined;
  const request: Transport['request'] = async (sent) => {
    timeoutMs = sent.timeoutMs;
    throw new ConnectionError('TIMEOUT', 'https://fake', 'no answer');
  };
  const transport: Transport = { server: 'https://fake', request, [Symbol.asyncDispose]: async () => undefined };

  await expect(openWatch(transport, Pod)).rejects.toThrow(ConnectionError);
  expect(timeoutMs).toBe(30_000);
});

test('after a call without an answer the next one uses a new connection', async () => {
  const { proxy, transport } = await start('never');
  const client = createClient({ transport, kinds: [Pod] });
  const key = { namespace: 'a', name: 'a' };
  await Promise.all([client.get(Pod, key), client.get(Pod, key), client.get(Pod, key)]);
  proxy.freeze();

  await expect(client.get(Pod, key, { timeoutMs: 50 })).rejects.toMatchObject({ code: 'TIMEOUT' });
  await expect(client.get(Pod, key, { timeoutMs: 30_000 })).resolves.toMatchObject({ metadata: { name: 'a' } });
});

test.each([{ timeoutMs: Number.NaN }, { timeoutMs: -1 }, { idleTimeoutMs: Number.NaN }, { idleTimeoutMs: 2 ** 31 }])(
  'a request with %j is refused',
  async (times) => {
    const { transport } = await start('never');

    await expect(transport.request({ method: 'GET', path: '/', ...times })).rejects.toThrow(InvalidCallError);
  },
);

test.each([
  { maxRetries: Number.NaN },
  { maxRetries: -1 },
  { maxRetries: Number.POSITIVE_INFINITY },
  { stallTimeout: Number.NaN as never },
  { stallTimeout: '0s' as const },
  { stallTimeout: `${2 ** 31}ms` as const },
  { watchProbe: Number.NaN as never },
  { watchProbe: '-1s' as const },
  { watchProbe: '15' as never },
])('a transport with %j is refused', (options) => {
  expect(() => createTransport({ server: 'http://127.0.0.1:1' }, options)).toThrow(InvalidCallError);
});
