import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { drain } from '../../../src/runtime/webhook/drain.js';

test('ends at once when nobody is connected, however long it could drain', async () => {
  const { server } = await listening();

  await drain(server, { drainMs: 600_000, shutdownTimeoutMs: 600_000 });

  expect(server.listening).toBe(false);
});

test('cuts connections that are still busy after the time for shutdown', async () => {
  const { server, port } = await listening();
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n');
  await once(server, 'request');
  const cut = once(socket, 'close');

  await drain(server, { drainMs: 0, shutdownTimeoutMs: 10 });
  await cut;

  expect(socket.destroyed).toBe(true);
});

test('cuts busy connections when the grace period of the process is over', async () => {
  const { server, port } = await listening();
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n');
  await once(server, 'request');
  const cutoff = new AbortController();

  const drained = drain(server, { drainMs: 0, shutdownTimeoutMs: 600_000, cutoff: cutoff.signal });
  cutoff.abort();
  await drained;

  expect(server.listening).toBe(false);
});

async function listening(): Promise<{ server: Server; port: number }> {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}
