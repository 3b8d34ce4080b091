import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { reservePorts } from '../../../src/testing/envtest/reserved-ports.js';

async function listen(port: number, host: string): Promise<Server> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  return server;
}

async function call(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.destroy();
}

const close = (server: Server): Promise<unknown> => new Promise((resolve) => server.close(resolve));

test('reserves different ports', async () => {
  using reserved = await reservePorts(20);

  expect(new Set(reserved.ports).size).toBe(20);
});

test.each(['127.0.0.1', '0.0.0.0'])(
  'a program that knows the port can listen on it at %s, again and again',
  async (host) => {
    using reserved = await reservePorts(1);
    const [port = 0] = reserved.ports;

    for (let start = 1; start <= 2; start++) {
      const server = await listen(port, host);
      await call(port);
      await close(server);
    }
  },
);

test('connections are refused until a program listens', async () => {
  using reserved = await reservePorts(1);

  await expect(call(reserved.ports[0] ?? 0)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test.skipIf(process.platform !== 'linux')(
  'the kernel gives a reserved port to nobody who asks for any port',
  async () => {
    using reserved = await reservePorts(5);
    const others: Server[] = [];
    // Of about 28,000 ports: enough to get one of the five now and then if they were not reserved.
    for (let count = 0; count < 2000; count++) others.push(await listen(0, '127.0.0.1'));

    const given = others.map((server) => (server.address() as AddressInfo).port);
    await Promise.all(others.map(close));

    expect(given.filter((port) => reserved.ports.includes(port))).toEqual([]);
  },
);

test('a port that was released is still the port of the program that listens on it', async () => {
  const reserved = await reservePorts(1);
  const [port = 0] = reserved.ports;
  const server = await listen(port, '127.0.0.1');

  reserved.release();

  await call(port);
  await close(server);
});
