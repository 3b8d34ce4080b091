/** Stops an HTTP server without breaking calls. */
import type { Server } from 'node:http';

/**
 * Still serves for up to `drainMs` while callers are connected (the caller marks its responses with
 * `Connection: close`), then takes no new connections and waits up to `shutdownTimeoutMs` for running calls.
 */
export async function drain(
  server: Server,
  { drainMs, shutdownTimeoutMs }: { drainMs: number; shutdownTimeoutMs: number },
): Promise<void> {
  const deadline = performance.now() + drainMs;
  while (performance.now() < deadline && (await connections(server)) > 0) await pause(20);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const timer = setTimeout(() => server.closeAllConnections(), shutdownTimeoutMs);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(timer);
}

function connections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
