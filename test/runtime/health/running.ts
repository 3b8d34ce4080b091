/** Runs a server for the time of a test. */
import type { HttpListener } from '../../../src/runtime/health/http-listener.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';

export interface Running {
  readonly url: string;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

export async function run(listener: HttpListener, scheme = 'http'): Promise<Running> {
  const stop = new AbortController();
  const cutoff = new AbortController();
  const ended = listener.run({ signal: stop.signal, cutoff: cutoff.signal, log: silentLogger });
  ended.catch(() => undefined);
  await listener.ready();
  return {
    url: `${scheme}://127.0.0.1:${listener.port}`,
    ended,
    async stop() {
      stop.abort();
      cutoff.abort();
      await ended;
    },
  };
}
