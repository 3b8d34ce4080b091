/** Serves `/metrics`. */
import type { IncomingMessage } from 'node:http';
import { HttpListener, type RequestListener } from '../health/http-listener.js';
import type { CertificateProvider } from '../webhook/certificate-provider.js';
import type { MetricsRegistry } from './registry.js';

/** Decides who may read: undefined lets a request in, anything else is the answer. */
export type RequestGuard = (
  request: IncomingMessage,
) => Promise<{ readonly status: number; readonly message: string } | undefined>;

/** How metrics are served. */
export interface MetricsServerOptions {
  /** `:8443`; `0` for not at all. */
  readonly bind: string;
  /** Serve TLS; needs `certificates`. */
  readonly certificates?: CertificateProvider;
  /** Asked before every request, whatever its path. */
  readonly guard?: RequestGuard;
  /** More paths. `/metrics` is taken. */
  readonly handlers?: Readonly<Record<string, RequestListener>>;
}

const METRICS_PATH = '/metrics';

/** A server for one registry. */
export function metricsServer(options: MetricsServerOptions, registry: MetricsRegistry): HttpListener {
  const handlers = new Map(Object.entries(options.handlers ?? {}));
  if (handlers.has(METRICS_PATH)) throw new Error(`${METRICS_PATH} is served already; choose another path`);
  handlers.set(METRICS_PATH, async (_request, response) => {
    const text = await registry.text();
    response.writeHead(200, { 'content-type': registry.contentType });
    response.end(text);
  });
  return new HttpListener({
    name: 'metrics',
    bind: options.bind,
    certificates: options.certificates,
    async listener(request, response) {
      const refusal = await options.guard?.(request);
      const { pathname } = new URL(request.url ?? '/', 'http://localhost');
      const handler = handlers.get(pathname);
      if (!refusal && handler) return handler(request, response);
      const { status, message } = refusal ?? { status: 404, message: 'not found' };
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(`${message}\n`);
    },
  });
}
