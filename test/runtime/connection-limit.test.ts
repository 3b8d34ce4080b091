import { once } from 'node:events';
import { Agent, createServer, request, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { limitConnections } from '../../src/runtime/connection-limit.js';

test('a newcomer replaces the connection that has been idle for longest', async () => {
  await using limited = await serve(3);
  const idle = [await limited.open(), await limited.open(), await limited.open()];
  const closed = closedIn(idle);

  expect(await limited.get()).toBe(200);
  await expect.poll(() => closed).toEqual([0]);
});

test('a connection that has just been answered is kept, an older one that never asked is closed', async () => {
  await using limited = await serve(3);
  const agent = new Agent({ keepAlive: true });
  const first = limited.get(agent);
  expect(await first).toBe(200);
  const idle = [await limited.open(), await limited.open()];
  const closed = closedIn(idle);
  expect(await limited.get(agent)).toBe(200);

  await limited.open();
  await expect.poll(() => closed).toEqual([0]);
  expect(limited.seen.size).toBe(1);
  agent.destroy();
});

test('a request that is being answered is not interrupted; a newcomer waits outside', async () => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await using limited = await serve(2, held);
  const running = [limited.get(), limited.get()];
  await expect.poll(() => limited.seen.size).toBe(2);

  expect(await limited.get()).toMatch(/ECONNRESET|EPIPE/);
  answer();
  expect(await Promise.all(running)).toEqual([200, 200]);
});

// Only Linux has all of 127.0.0.0/8.
test.skipIf(process.platform !== 'linux')('an address with many connections loses one of its own', async () => {
  await using limited = await serve(3);
  const one = [await limited.open('127.0.0.2')];
  const many = [await limited.open(), await limited.open()];
  const closed = [closedIn(one), closedIn(many)];

  await limited.open('127.0.0.3');
  await expect.poll(() => closed).toEqual([[], [0]]);
});

/** Indexes of the sockets that the server has closed. */
function closedIn(sockets: readonly Socket[]): number[] {
  const closed: number[] = [];
  for (const [index, socket] of sockets.entries()) socket.once('close', () => closed.push(index));
  return closed;
}

interface Limited extends AsyncDisposable {
  /** Ports of callers whose requests came. */
  readonly seen: Set<number>;
  /** A connection that asks nothing. */
  open(localAddress?: string): Promise<Socket>;
  /** The status of a request, or the code of its error. */
  get(agent?: Agent): Promise<number | string>;
}

async function serve(most: number, held: Promise<void> = Promise.resolve()): Promise<Limited> {
  const seen = new Set<number>();
  const sockets: Socket[] = [];
  const server: Server = createServer((incoming, response) => {
    seen.add(incoming.socket.remotePort ?? 0);
    void held.then(() => response.end());
  });
  limitConnections(server, most);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    seen,
    open: async (localAddress) => {
      const accepted = once(server, 'connection');
      const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
      sockets.push(socket.resume());
      await accepted;
      return socket;
    },
    get: (agent) =>
      new Promise((resolve) => {
        const sent = request({ port, host: '127.0.0.1', agent: agent ?? new Agent() }, (response) => {
          response.resume().once('end', () => resolve(response.statusCode ?? 0));
        });
        sent.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error')).end();
      }),
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
