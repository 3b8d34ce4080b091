import { beforeEach, expect, test } from 'vitest';
import { openConnection, Reconnecting } from '../../../../src/runtime/client/watch/watch-connection.js';
import { ManualClock, settle } from '../../manual-clock.js';
import { FakeResource } from '../../cache/fake-resource.js';

let server: FakeResource;
let clock: ManualClock;
let abort: AbortController;

beforeEach(() => {
  server = new FakeResource();
  clock = new ManualClock();
  abort = new AbortController();
});

const options = () => ({
  source: server,
  query: { resourceVersion: '100', timeoutSeconds: 300 },
  clock,
  signal: abort.signal,
});
const open = () => openConnection(options());

test('gives batches and then undefined, whether the server or the network ended it', async () => {
  const connection = await open();
  server.put('a');
  expect((await connection.next())?.length).toBe(1);

  server.cut('error');

  expect(await connection.next()).toBeUndefined();
  connection.close();
  expect(clock.pendingTimers).toBe(0);
});

test('§3.2.11 ends by itself 30 s after the server should have ended it', async () => {
  const connection = await open();
  const next = connection.next();

  await clock.advanceAsync(330_000);

  expect(await next).toBeUndefined();
});

test('closing ends the request', async () => {
  const connection = await open();

  connection.close();
  await connection.next();
  await settle();

  expect(server.openWatches).toBe(0);
});

test('an abort is not taken for an end', async () => {
  const connection = await open();
  const next = connection.next();

  abort.abort(new Error('stop'));

  await expect(next).rejects.toThrow('stop');
});

test('a refusal is passed on and leaves nothing behind', async () => {
  server.outage = new Error('refused');

  await expect(open()).rejects.toThrow('refused');
  expect(clock.pendingTimers).toBe(0);
});

test('a request that is given up before it is answered is sent again; an answered one is left alone', async () => {
  const reconnecting = new Reconnecting();
  const { watch } = server;
  const signals: AbortSignal[] = [];
  server.watch = (_query, signal) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const opened = reconnecting.open(options());
  await settle();
  server.watch = watch;
  reconnecting.giveUp();
  const connection = await opened;
  reconnecting.giveUp();
  server.put('a');

  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  expect((await connection.next())?.length).toBe(1);
  connection.close();
});

test('a request that ends with its watcher is not sent again', async () => {
  const reconnecting = new Reconnecting();
  let requests = 0;
  server.watch = (_query, signal) => {
    requests++;
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  const opened = reconnecting.open(options());
  await settle();
  abort.abort(new Error('stopped'));
  reconnecting.giveUp();

  await expect(opened).rejects.toThrow('stopped');
  expect(requests).toBe(1);
  expect(clock.pendingTimers).toBe(0);
});

test('a pause before a request ends when it is given up, and with its watcher', async () => {
  const reconnecting = new Reconnecting();
  for (let opened = 0; opened < 10; opened++) (await reconnecting.open(options())).close();
  const before = server.requests.length;

  const given = reconnecting.open(options());
  await settle();
  expect(server.requests.length).toBe(before);
  reconnecting.giveUp();
  (await given).close();
  expect(server.requests.length).toBe(before + 1);

  const stopped = reconnecting.open(options());
  await settle();
  abort.abort(new Error('stopped'));
  await expect(stopped).rejects.toThrow('stopped');
  expect(clock.pendingTimers).toBe(0);
});
