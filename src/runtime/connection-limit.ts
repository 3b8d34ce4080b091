/** Bounds the connections of a server without locking anyone out. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** The request that is being answered. */
  request?: IncomingMessage;
}

/**
 * Closes a connection for each one over `most`: the one that has been without an answer for longest, of the address that
 * has most. `maxConnections` of Node would refuse newcomers instead, so that idle connections keep everyone out.
 */
export function limitConnections(server: Server, most: number): void {
  // Ordered by their last answer, the oldest first. TLS has two sockets for one connection, so addresses are the keys.
  const connections = new Map<string, Connection>();
  server.on('connection', (socket: Socket) => {
    const key = keyOf(socket);
    connections.set(key, { socket, address: socket.remoteAddress ?? '' });
    socket.once('close', () => {
      if (connections.get(key)?.socket === socket) connections.delete(key);
    });
    if (connections.size > most) victimOf([...connections.values()])?.socket.destroy();
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const key = keyOf(request.socket);
    const connection = connections.get(key);
    if (!connection) return;
    connection.request = request;
    response.once('close', () => {
      if (connection.request === request) connection.request = undefined;
      if (connections.delete(key)) connections.set(key, connection);
    });
  });
}

/** One whose request has not arrived completely, if there is any; otherwise the newest, which nobody works for yet. */
function victimOf(connections: readonly Connection[]): Connection | undefined {
  const counts = new Map<string, number>();
  for (const { address } of connections) counts.set(address, (counts.get(address) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const heaviest = connections.filter(({ address }) => counts.get(address) === most);
  return heaviest.find(({ request }) => !request?.complete) ?? heaviest.at(-1);
}

function keyOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
