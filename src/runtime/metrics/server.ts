/** Serves `/metrics`. */
import type { TlsSettings } from '../../certificate/tls-settings.js';
import { HttpListener, type RequestGuard, type RequestListener } from '../health/http-listener.js';
import { requestUrl } from '../request-url.js';
import type { CertificateProvider } from '../webhook/certificates/certificate-provider.js';
import type { MetricsRegistry } from './registry.js';

/** How metrics are served. */
export interface MetricsServerOptions {
  /** `:8443`; `0` for not at all. */
  readonly bind: string;
  /** Serve TLS; needs `certificates`. */
  readonly certificates?: CertificateProvider | undefined;
  /** Versions and ciphers of TLS. */
  readonly tls?: TlsSettings | undefined;
  /** Asked before every request, whatever its path. */
  readonly guard?: RequestGuard | undefined;
  /** More paths. `/metrics` is taken. */
  readonly handlers?: Readonly<Record<string, RequestListener>> | undefined;
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
    tls: options.tls,
    guard: options.guard,
    listener(request, response) {
      const url = requestUrl(request);
      const handler = url && handlers.get(url.pathname);
      if (handler) return handler(request, response);
      response.writeHead(url ? 404 : 400, { 'content-type': 'text/plain; charset=utf-8' });
      response.end(url ? 'not found\n' : 'bad request\n');
    },
  });
}
