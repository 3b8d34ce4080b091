/** Serves `/healthz` and `/readyz`. */
import type { CheckList } from './checks.js';
import { HttpListener } from './http-listener.js';

/** How health is served. */
export interface HealthServerOptions {
  /** `:8081`, `127.0.0.1:8081`. */
  readonly bind: string;
  /** `/healthz` by default; begins with a slash. */
  readonly livenessPath?: string;
  /** `/readyz` by default; begins with a slash. */
  readonly readinessPath?: string;
}

/** A server for two lists of checks. */
export function healthServer(
  options: HealthServerOptions,
  checks: { readonly liveness: CheckList; readonly readiness: CheckList },
): HttpListener {
  const { livenessPath = '/healthz', readinessPath = '/readyz' } = options;
  const endpoints: readonly (readonly [string, CheckList])[] = [
    [livenessPath, checks.liveness],
    [readinessPath, checks.readiness],
  ];
  return new HttpListener({
    name: 'health probe',
    bind: options.bind,
    async listener(request, response) {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const found = endpoints.find(([path]) => url.pathname === path || url.pathname.startsWith(`${path}/`));
      const [path, list] = found ?? ['', undefined];
      const report = list
        ? await list.report(url.pathname.slice(path.length), url.searchParams)
        : { status: 404, body: 'not found\n' };
      response.writeHead(report.status, {
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
      response.end(report.body);
    },
  });
}
