/** Serves `/healthz` and `/readyz`. */
import type { CheckList } from './checks.js';
import { HttpListener } from './http-listener.js';
import { requestUrl } from '../request-url.js';

/** How health is served. */
export interface HealthServerOptions {
  /** `:8081`, `127.0.0.1:8081`. */
  readonly bind: string;
  /** `/healthz` by default; begins with a slash. */
  readonly livenessPath?: string | undefined;
  /** `/readyz` by default; begins with a slash. */
  readonly readinessPath?: string | undefined;
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
  const answer = async (url: URL | undefined): Promise<{ readonly status: number; readonly body: string }> => {
    if (!url) return { status: 400, body: 'bad request\n' };
    const found = endpoints.find(([path]) => url.pathname === path || url.pathname.startsWith(`${path}/`));
    if (!found) return { status: 404, body: 'not found\n' };
    const [path, list] = found;
    return list.report(url.pathname.slice(path.length), url.searchParams);
  };
  return new HttpListener({
    name: 'health probe',
    bind: options.bind,
    async listener(request, response) {
      const report = await answer(requestUrl(request));
      response.writeHead(report.status, {
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      });
      response.end(report.body);
    },
  });
}
