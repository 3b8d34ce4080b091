/** Ports that the kernel keeps for us until a program listens on them. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Ports on which only a program that is told of them can listen. */
export interface ReservedPorts extends Disposable {
  readonly ports: readonly number[];
  /** Gives the ports back. A program that listens on one goes on. */
  release(): void;
}

/**
 * Reserves ports for programs that must know their port before they start and cannot inherit a socket. Each port has an open
 * connection but no listener: the kernel does not hand such a port to anyone who asks for a free one, while a program that
 * sets SO_REUSEADDR, as Node and Go do, can listen on it. Until then, connections to it are refused.
 */
export async function reservePorts(count: number): Promise<ReservedPorts> {
  const held = await Promise.all(Array.from({ length: count }, hold));
  const release = (): void => {
    for (const { sockets } of held) for (const socket of sockets) socket.destroy();
  };
  return { ports: held.map(({ port }) => port), release, [Symbol.dispose]: release };
}

async function hold(): Promise<{ port: number; sockets: Socket[] }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const client = connect(port, '127.0.0.1');
  const [[connection]] = await Promise.all([accepted, once(client, 'connect')]);
  server.close();
  // A reservation keeps no process alive, and nothing is lost when the connection breaks.
  const sockets = [connection, client].map((socket) => socket.unref().on('error', () => undefined));
  // Windows lets nobody else listen on the port of an open connection.
  if (process.platform === 'win32') for (const socket of sockets) socket.destroy();
  return { port, sockets };
}
