/** Ports for test servers. */
import { type AddressInfo, createServer } from 'node:net';

/** Ports that nobody listens on now. Another process may still take one, so whoever uses it must be ready to retry. */
export async function freePorts(count: number): Promise<number[]> {
  // All are held at once, so that the same port does not come twice.
  const servers = await Promise.all(Array.from({ length: count }, listen));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

function listen(): Promise<ReturnType<typeof createServer>> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
