import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Connection, type ConnectionUser } from '../../../../src/runtime/client/http1/connection.js';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0).reverse()) cleanup();
});

/** A connection to a server that does with its end what the test says. */
async function connection(stallMs = 10_000) {
  const peers: Socket[] = [];
  const server = net.createServer((socket) => void peers.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    for (const peer of peers) peer.destroy();
    server.close();
  });
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  const owner = { free: vi.fn(), gone: vi.fn() };
  await vi.waitFor(() => expect(peers).toHaveLength(1), 30_000);
  const made = new Connection(socket, owner, stallMs);
  cleanups.push(() => made.destroy());
  const [peer] = peers;
  if (!peer) throw new Error('nobody connected');
  return { made, owner, peer, socket };
}

function user() {
  const log: string[] = [];
  const listener: ConnectionUser = {
    head: ({ status }) => void log.push(`head ${status}`),
    data: (chunk) => void log.push(`data ${chunk.toString()}`),
    end: () => void log.push('end'),
    failed: (error) => void log.push(`failed ${'code' in error ? String(error.code) : error.message}`),
    silent: (ms) => void log.push(`silent ${ms}`),
  };
  return { log, listener };
}

const request = Buffer.from('GET / HTTP/1.1\r\n\r\n');
const answer = (extra = '') => `HTTP/1.1 200 OK\r\n${extra}Content-Length: 2\r\n\r\nhi`;

describe('Connection', () => {
  test('is free again when the response has been read', async () => {
    const { made, owner, peer } = await connection();
    for (let count = 1; count <= 3; count++) {
      const { log, listener } = user();
      made.send(request, listener);
      peer.write(answer());
      await vi.waitFor(() => expect(owner.free).toHaveBeenCalledTimes(count), 30_000);
      expect(log).toEqual(['head 200', 'data hi', 'end']);
    }
  });

  test.each([
    ['the server closes it', 'Connection: close\r\n'],
    ['the server keeps it for less than a second', 'Keep-Alive: timeout=1\r\n'],
  ])('is not used again when %s', async (_, header) => {
    const { made, owner, peer } = await connection();
    const { log, listener } = user();

    made.send(request, listener);
    peer.write(answer(header));

    await vi.waitFor(() => expect(owner.gone).toHaveBeenCalled(), 30_000);
    expect(log).toEqual(['head 200', 'data hi', 'end']);
    expect(owner.free).not.toHaveBeenCalled();
  });

  test.each([
    ['before the response', '', ['failed ECONNRESET']],
    ['in its headers', 'HTTP/1.1 200', ['failed ECONNRESET']],
    ['in its body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi', ['head 200', 'data hi', 'failed ECONNRESET']],
  ])('a close %s is a failure', async (_, text, expected) => {
    const { made, owner, peer } = await connection();
    const { log, listener } = user();

    made.send(request, listener);
    peer.end(text);

    await vi.waitFor(() => expect(owner.gone).toHaveBeenCalledTimes(1), 30_000);
    expect(log).toEqual(expected);
  });

  test('what is not HTTP is a failure', async () => {
    const { made, owner, peer } = await connection();
    const { log, listener } = user();

    made.send(request, listener);
    peer.write('220 mail.example.com\r\n\r\n');

    await vi.waitFor(() => expect(owner.gone).toHaveBeenCalled(), 30_000);
    expect(log).toEqual(['failed BAD_RESPONSE']);
  });

  test('bytes that nobody asked for close it', async () => {
    const { made, owner, peer } = await connection();

    peer.write(answer());

    await vi.waitFor(() => expect(owner.gone).toHaveBeenCalled(), 30_000);
    expect(made.isUsable).toBe(false);
  });

  test('is closed after its time at rest', async () => {
    const { owner } = await connection(20);

    await vi.waitFor(() => expect(owner.gone).toHaveBeenCalled(), 30_000);
  });

  test('silence in a body ends it, silence before the headers does not', async () => {
    const { made, owner, peer } = await connection();
    const { log, listener } = user();

    made.send(request, listener, 20);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(log).toEqual([]);
    peer.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi');

    await vi.waitFor(() => expect(owner.gone).toHaveBeenCalled(), 30_000);
    expect(log).toEqual(['head 200', 'data hi', 'silent 20']);
  });

  test('who does not read is not told that the server is silent', async () => {
    const { made, owner, peer } = await connection();
    const { log, listener } = user();

    made.send(request, { ...listener, head: () => made.pause() }, 20);
    peer.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi');
    await vi.waitFor(() => expect(log).toEqual(['data hi']), 30_000);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(owner.gone).not.toHaveBeenCalled();
    made.resume();
    peer.write('and all');

    await vi.waitFor(() => expect(log.join(' ')).toContain('end'), 30_000);
  });

  test('destroy tells nobody, cut tells the user', async () => {
    for (const [end, expected] of [
      ['destroy', []],
      ['cut', ['failed enough']],
    ] as const) {
      const { made, owner } = await connection();
      const { log, listener } = user();
      made.send(request, listener);

      if (end === 'destroy') made.destroy();
      else made.cut(new Error('enough'));

      await vi.waitFor(() => expect(owner.gone).toHaveBeenCalled(), 30_000);
      expect(log).toEqual(expected);
    }
  });

  test('keeps the process alive only while it is used', async () => {
    const { made, peer, socket, owner } = await connection();
    const unref = vi.spyOn(socket, 'unref');
    const ref = vi.spyOn(socket, 'ref');

    made.send(request, user().listener);
    peer.write(answer());
    await vi.waitFor(() => expect(owner.free).toHaveBeenCalled(), 30_000);

    expect([ref.mock.calls.length, unref.mock.calls.length]).toEqual([1, 1]);
  });
});
