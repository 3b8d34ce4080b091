import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Connection } from '../../../../src/runtime/client/http1/connection.js';
import { ConnectionPool, type ConnectionTaker } from '../../../../src/runtime/client/http1/connection-pool.js';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
});

async function start(most = 2, mostIdle = 2) {
  const peers: Socket[] = [];
  const closed = vi.fn();
  const server = net.createServer((socket) => {
    peers.push(socket);
    socket.on('error', () => undefined).on('close', closed);
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let mayConnect = Promise.resolve();
  const connect = vi.fn(async () => {
    await mayConnect;
    return new Promise<Socket>((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1', () => resolve(socket)).on('error', reject);
    });
  });
  const pool = new ConnectionPool({ connect, most, mostIdle, stallMs: 10_000 });
  cleanups.push(() => {
    pool.destroy(() => new Error('closed'));
    for (const peer of peers) peer.destroy();
    server.close();
  });
  return { pool, connect, peers, closed, hold: (until: Promise<void>) => (mayConnect = until) };
}

/** A connection, and the taker that asked for it. */
function take(pool: ConnectionPool) {
  let taker: ConnectionTaker | undefined;
  const got = new Promise<Connection>((connected, refused) => {
    taker = { connected, refused };
    pool.acquire(taker);
  });
  got.catch(() => undefined);
  return { got, giveUp: () => taker && pool.giveUp(taker) };
}

describe('ConnectionPool', () => {
  test('the connection used last goes first', async () => {
    const { pool, connect } = await start();
    const [one, two] = await Promise.all([take(pool).got, take(pool).got]);
    pool.free(one);
    pool.free(two);

    expect(await take(pool).got).toBe(two);
    expect(await take(pool).got).toBe(one);
    expect(connect).toHaveBeenCalledTimes(2);
  });

  test('who finds no connection waits, in order, until one is free or gone', async () => {
    const { pool, connect } = await start();
    const [one, two] = await Promise.all([take(pool).got, take(pool).got]);
    const third = take(pool);
    const fourth = take(pool);

    pool.free(one);
    expect(await third.got).toBe(one);
    two.destroy();

    expect(await fourth.got).not.toBe(two);
    expect(connect).toHaveBeenCalledTimes(3);
  });

  test('who gives up gets none, and the connection that was opened for it stays', async () => {
    const { pool, connect, hold } = await start();
    let open: () => void = () => undefined;
    void hold(new Promise((resolve) => (open = resolve)));
    const taker = take(pool);
    taker.giveUp();
    open();
    const other = take(pool);

    await other.got;
    const settled = await Promise.race([taker.got.then(() => true), Promise.resolve(false)]);

    expect(settled).toBe(false);
    expect(connect).toHaveBeenCalledTimes(2);
  });

  test('a connection that cannot be made fails one who waits, and the next one tries again', async () => {
    const { pool, connect } = await start();
    connect.mockRejectedValueOnce(new Error('no route'));

    await expect(take(pool).got).rejects.toThrow('no route');
    await expect(take(pool).got).resolves.toBeDefined();
  });

  test('one that the server has closed is not handed out', async () => {
    const { pool, peers } = await start();
    const one = await take(pool).got;
    pool.free(one);
    peers[0]?.destroy();
    await vi.waitFor(() => expect(one.isUsable).toBe(false), 30_000);

    expect(await take(pool).got).not.toBe(one);
  });

  test('keeps as many at rest as it may', async () => {
    const { pool, closed } = await start(3, 1);
    const all = await Promise.all([take(pool).got, take(pool).got, take(pool).got]);

    for (const connection of all) pool.free(connection);

    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(2), 30_000);
  });

  test('retired, it closes what is at rest now and the rest when it is free', async () => {
    const { pool } = await start();
    const [one, two] = await Promise.all([take(pool).got, take(pool).got]);
    pool.free(one);

    pool.retire();
    expect([one.isUsable, two.isUsable]).toEqual([false, true]);
    pool.free(two);

    expect(two.isUsable).toBe(false);
  });

  test('destroyed, it fails those who wait and closes what comes later', async () => {
    const { pool, hold, closed } = await start();
    let open: () => void = () => undefined;
    void hold(new Promise((resolve) => (open = resolve)));
    const { got } = take(pool);

    pool.destroy(() => new Error('closed by us'));
    open();

    await expect(got).rejects.toThrow('closed by us');
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1), 30_000);
  });
});
