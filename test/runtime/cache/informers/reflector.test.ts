import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../../../src/runtime/client/requests/api-error.js';
import { ConnectionError } from '../../../../src/runtime/client/connection/connection-error.js';
import { Reflector, type ReflectorSink } from '../../../../src/runtime/cache/informers/reflector.js';
import { silentLogger } from '../../../../src/runtime/log/silent-logger.js';
import { ManualClock, settle } from '../../manual-clock.js';
import { FakeResource, gone } from '../fake-resource.js';

let server: FakeResource;
let clock: ManualClock;
let told: string[];

beforeEach(() => {
  server = new FakeResource();
  clock = new ManualClock();
  told = [];
});

const sink: ReflectorSink = {
  replaced: (objects, version) =>
    void told.push(`replaced ${objects.map(({ metadata }) => metadata.name).join(',')} at ${version}`),
  changed: (changes, version) =>
    told.push(`${changes.map(({ type, object }) => `${type} ${object.metadata.name}`).join(', ')} at ${version}`),
  advanced: (version) => told.push(`advanced to ${version}`),
  failed: (error, retryInMs) =>
    told.push(`failed, again in ${retryInMs}: ${error instanceof Error ? error.message : String(error)}`),
};

async function start(options: { streaming?: boolean } = {}): Promise<{ stop(): Promise<void> }> {
  const abort = new AbortController();
  const reflector = new Reflector({ source: server, sink, log: silentLogger, clock, random: () => 0, ...options });
  const running = reflector.run(abort.signal);
  await settle();
  return {
    async stop() {
      abort.abort();
      await running;
    },
  };
}

test('§3.1.1 §3.1.2 streams the initial state and goes on watching on the same connection', async () => {
  server.put('a');
  const reflector = await start();

  server.put('b');
  await settle();
  await reflector.stop();

  expect(told).toEqual(['replaced a at 101', 'ADDED b at 102']);
  expect(server.requests).toEqual(['watch resourceVersion= resourceVersionMatch=NotOlderThan sendInitialEvents=true']);
});

test('§3.1.5 §3.1.8 falls back to a list at version 0 when the server does not stream, and does not ask again', async () => {
  server.streaming = false;
  server.put('a');
  const reflector = await start();
  server.compact();
  server.tick();
  server.fail(new ApiError({ code: 500, reason: 'InternalError', message: 'etcd' }));
  await clock.advanceAsync(1000);
  await reflector.stop();

  expect(server.requests).toEqual([
    'watch resourceVersion= resourceVersionMatch=NotOlderThan sendInitialEvents=true',
    'list resourceVersion=0 limit=500',
    'watch resourceVersion=101',
    'list resourceVersion=101',
    'watch resourceVersion=102',
  ]);
});

test('§3.1.3 an outage during streaming is waited out without a list', async () => {
  server.failures.push(new ApiError({ code: 429, reason: 'TooManyRequests', message: 'slow down' }));
  const reflector = await start();
  await clock.advanceAsync(800);
  await reflector.stop();

  expect(told).toEqual(['failed, again in 800: slow down', 'replaced  at 100']);
});

test('§3.1.6 a stream that ends before the initial state is complete is started over', async () => {
  server.outage = new ConnectionError('ECONNREFUSED', 'fake', 'refused');
  const reflector = await start();
  server.outage = undefined;
  await clock.advanceAsync(800);
  await reflector.stop();

  expect(told).toEqual(['failed, again in 800: refused', 'replaced  at 100']);
});

test('§3.1.7 says every 10 s that the end of the initial state is missing', async () => {
  const said: string[] = [];
  const never = { description: 'Thing', list: () => server.list({}), watch: async () => new ReadableStream<never>() };
  const log = { ...silentLogger, info: (message: string) => void said.push(message) };
  const abort = new AbortController();
  const reflector = new Reflector({ source: never, sink, log, clock, random: () => 0 });
  void reflector.run(abort.signal);

  await clock.advanceAsync(25_000);
  abort.abort();

  expect(said).toEqual(Array.from({ length: 2 }, () => 'still waiting for the end of the initial state'));
});

test('§3.2.2 a bookmark only moves the version, from which the next watch goes on', async () => {
  const reflector = await start();
  server.tick();
  server.tick();
  server.bookmark();
  await settle();
  clock.advance(2000);
  server.cut();
  await settle();
  await reflector.stop();

  expect(told).toEqual(['replaced  at 100', 'advanced to 102']);
  expect(server.requests.at(-1)).toBe('watch resourceVersion=102');
});

test.each(['eof', 'error'] as const)(
  '§3.2.5 after a watch ended by %s nothing is listed again and nothing is lost',
  async (how) => {
    server.put('a');
    const reflector = await start();

    server.cut(how);
    server.put('b');
    await settle();
    await reflector.stop();

    expect(told).toEqual(['replaced a at 101', 'ADDED b at 102']);
    expect(server.requests.slice(1)).toEqual(['watch resourceVersion=101']);
  },
);

test('§3.2.6 a watch that ends at once without an event is not repeated in a tight loop', async () => {
  const reflector = await start();
  server.cut();
  await settle();
  server.cut();
  await settle();
  expect(server.requests.length).toBe(2);

  await clock.advanceAsync(800);
  await reflector.stop();

  expect(told.at(-1)).toMatch(/failed, again in 800: the watch ended at once/);
  expect(server.requests.length).toBe(3);
});

test('a watch that ends after each event is opened five times in a second, not in a tight loop', async () => {
  const { watch } = server;
  server.watch = async (query, signal) => {
    // A loop without pauses would never let the test go on.
    if (server.requests.length > 2000) await new Promise(() => undefined);
    const stream = await watch.call(server, query, signal);
    server.put('a');
    server.cut();
    return stream;
  };
  const reflector = await start();
  await clock.advanceAsync(10_000);

  expect(server.requests.length).toBeGreaterThan(40);
  expect(server.requests.length).toBeLessThan(70);

  server.watch = watch;
  await clock.advanceAsync(1000);
  server.put('b');
  await settle();
  await reflector.stop();
  expect(told.at(-1)).toMatch(/^ADDED b/);
});

test('§3.1.8 §3.2.8 an expired version leads to a new state at once, not older than the last', async () => {
  server.put('a');
  const reflector = await start();
  server.cut();
  server.put('b');
  server.compact();
  await settle();
  await reflector.stop();

  expect(told).toEqual(['replaced a at 101', 'replaced a,b at 102']);
  expect(server.requests).toEqual([
    'watch resourceVersion= resourceVersionMatch=NotOlderThan sendInitialEvents=true',
    'watch resourceVersion=101',
    'watch resourceVersion=101 resourceVersionMatch=NotOlderThan sendInitialEvents=true',
  ]);
});

test('§3.1.4 a server that was restored to an older version is asked for its newest state', async () => {
  server.put('a');
  server.version = 500;
  server.put('b');
  const reflector = await start();

  server.version = 50;
  server.objects.delete('b');
  server.cut();
  await clock.advanceAsync(5000);
  await reflector.stop();

  expect(told.at(-1)).toBe('replaced a at 50');
});

test('§3.2.8 an internal error in the stream leads to a new state after a pause', async () => {
  const reflector = await start();
  server.fail(new ApiError({ code: 500, reason: 'InternalError', message: 'etcd' }));
  await settle();
  server.put('a');
  await clock.advanceAsync(800);
  await reflector.stop();

  expect(told).toEqual(['replaced  at 100', 'failed, again in 800: etcd', 'replaced a at 101']);
});

test('§3.2.8 too many requests in the stream lead to a new watch after a pause, not to a list', async () => {
  const reflector = await start();
  server.fail(
    new ApiError({ code: 429, reason: 'TooManyRequests', message: 'slow down', details: { retryAfterSeconds: 7 } }),
  );
  await settle();
  await clock.advanceAsync(7000);
  await reflector.stop();

  expect(told).toEqual(['replaced  at 100', 'failed, again in 7000: slow down']);
  expect(server.requests.at(-1)).toBe('watch resourceVersion=100');
});

test('§3.2 waits longer with every failure, but for a missing kind at most 10 s', async () => {
  server.outage = new ApiError({ code: 404, reason: 'NotFound', message: 'no such kind' });
  const reflector = await start();
  await clock.advanceAsync(60_000);
  await reflector.stop();

  const waits = told.map((line) => Number(/again in (\d+)/.exec(line)?.[1]));
  expect(waits.slice(0, 6)).toEqual([800, 1600, 3200, 6400, 10_000, 10_000]);
});

test('§3.2 ends a watch that the server should have ended', async () => {
  const reflector = await start();

  await clock.advanceAsync(300_000 + 30_000);
  await reflector.stop();

  expect(server.requests.at(-1)).toBe('watch resourceVersion=100');
});

test('an abort ends every wait', async () => {
  server.outage = new ConnectionError('ECONNREFUSED', 'fake', 'refused');
  const reflector = await start();

  await reflector.stop();

  expect(clock.pendingTimers).toBe(0);
});

test('§3.2.9 a server that calls every version expired is not asked in a tight loop', async () => {
  server.outage = gone();
  const reflector = await start();
  await clock.advanceAsync(100);
  await reflector.stop();

  expect(server.requests.length).toBe(2);
  expect(told.at(-1)).toMatch(/failed, again in 800/);
});

test.each([
  [0, 300],
  [0.5, 450],
  [0.999, 599],
])('§3.2.1 a watch asks to be ended after 5 to 10 minutes, by chance', async (chance, seconds) => {
  const asked: number[] = [];
  const watch = server.watch.bind(server);
  server.watch = (query, signal) => {
    asked.push(query.timeoutSeconds);
    return watch(query, signal);
  };
  const abort = new AbortController();
  const random = () => chance;
  const running = new Reflector({ source: server, sink, log: silentLogger, clock, random }).run(abort.signal);
  await settle();
  abort.abort();
  await running;

  expect(asked).toEqual([seconds]);
});

test('§3.2.3 additions of a watch without a version come in no order and do not move it', async () => {
  server.put('a');
  const list = server.list.bind(server);
  server.list = async (query) => ({ ...(await list(query)), metadata: {} });
  const reflector = await start({ streaming: false });
  server.put('b');
  await settle();
  clock.advance(2000);
  server.cut();
  await settle();
  expect(server.requests.at(-1)).toBe('watch resourceVersion=');

  server.put('b');
  await settle();
  clock.advance(2000);
  server.cut();
  await settle();
  await reflector.stop();

  expect(server.requests.at(-1)).toBe('watch resourceVersion=103');
});
