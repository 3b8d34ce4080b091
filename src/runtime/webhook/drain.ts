/** Stops an HTTP server without breaking calls. */
import type { Server } from 'node:http';

/**
 * Still serves for up to `drainMs` while callers are connected (the caller marks its responses with
 * `Connection: close`), then takes no new connections and waits for running calls, up to `shutdownTimeoutMs` and until `cutoff`.
 */
export async function drain(
  server: Server,
  { drainMs, shutdownTimeoutMs, cutoff }: { drainMs: number; shutdownTimeoutMs: number; cutoff?: AbortSignal },
): Promise<void> {
  const deadline = performance.now() + drainMs;
  const mayWait = (): boolean => !cutoff?.aborted && performance.now() < deadline;
  while (mayWait() && (await connections(server)) > 0) await pause(20);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = (): void => server.closeAllConnections();
  const timer = setTimeout(cut, shutdownTimeoutMs);
  if (cutoff?.aborted) cut();
  else cutoff?.addEventListener('abort', cut, { once: true });
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
  clearTimeout(timer);
  cutoff?.removeEventListener('abort', cut);
}

function connections(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
