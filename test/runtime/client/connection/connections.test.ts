/** Pools of a client whose trust or certificate changes. */
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { type Ask, Connections } from '../../../../src/runtime/client/connection/connections.js';
import { parseServerAddress } from '../../../../src/runtime/client/connection/server-address.js';
import type { Connection } from '../../../../src/runtime/client/http1/connection.js';
import type { ConnectionPool } from '../../../../src/runtime/client/http1/connection-pool.js';
import { eventually } from '../../../../src/testing/eventually.js';

const cleanups: (() => void)[] = [];

afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
});

/** The address of a server that accepts connections and says nothing. */
async function silentServer(): Promise<string> {
  const server = net.createServer((socket) => {
    socket.on('error', () => undefined);
    cleanups.push(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function connectionOf(pool: ConnectionPool): Promise<Connection> {
  return new Promise((connected, refused) => pool.acquire({ connected, refused }));
}

test('a watch from before a change of trust is found dead by asking on a connection with the new trust', async () => {
  const config = { server: await silentServer() };
  const asked: ConnectionPool[] = [];
  const ask: Ask = async (pool) => {
    asked.push(pool);
    if (pool !== before.kept) return 'answered';
    pool.dropIdle();
    return 'silent';
  };
  const connections = new Connections(config, parseServerAddress(config.server), { stallMs: 60_000, probeMs: 10 }, ask);
  cleanups.push(() => connections.destroy());
  const before = connections.for({ ca: 'old' });
  cleanups.push(() => before.kept.dropIdle());
  const silent = vi.fn();
  const user = { head: vi.fn(), data: vi.fn(), end: vi.fn(), failed: vi.fn(), silent };
  (await connectionOf(before.streams)).send(Buffer.from('a watch'), user);
  before.kept.free(await connectionOf(before.kept));
  const after = connections.for({ ca: 'new' });

  await eventually(async () => {
    await before.probe.check();
    expect(silent).toHaveBeenCalledOnce();
  });

  expect(asked).toEqual([before.kept, after.kept]);
});
