/** Runs a webhook server for one test, and calls it. */
import { request, type Agent } from 'node:http';
import { silentLogger } from '../../../../src/runtime/log/silent-logger.js';
import type { RunContext } from '../../../../src/runtime/runnable.js';
import { WebhookServer, type WebhookServerOptions } from '../../../../src/runtime/webhook/server/webhook-server.js';

export interface RunningServer extends AsyncDisposable {
  readonly server: WebhookServer;
  readonly stopped: Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server on a free port; without certificates it speaks plain HTTP. */
export async function runServer(
  setUp: (server: WebhookServer) => void,
  options: WebhookServerOptions = {},
): Promise<RunningServer> {
  const server = new WebhookServer({ host: '127.0.0.1', port: 0, drain: '0s', ...options });
  setUp(server);
  const controller = new AbortController();
  const stopped = server.run(contextOf(controller.signal));
  const stop = (): Promise<void> => {
    controller.abort();
    return stopped;
  };
  await Promise.race([server.ready(), stopped]);
  return { server, stopped, stop, [Symbol.asyncDispose]: stop };
}

/** The context of a run that is never cut off. */
export function contextOf(signal: AbortSignal): RunContext {
  return { signal, cutoff: new AbortController().signal, log: silentLogger };
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  readonly socketPort: number;
}

/** POSTs to a plain server. */
export function post(
  port: number,
  path: string,
  body: string | Buffer,
  { agent, headers = {}, method = 'POST' }: { agent?: Agent; headers?: Record<string, string>; method?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path, method, agent, headers: { 'content-type': 'application/json', ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        const socketPort = call.socket?.localPort ?? 0;
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
            socketPort,
          }),
        );
      },
    );
    call.once('error', reject);
    call.end(body);
  });
}
