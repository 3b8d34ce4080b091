/** A span for every request to the API server. */
import type { Transport } from '../client/connection/transport.js';
import { spanKind, withSpan, type Tracer } from './tracer.js';

/**
 * `transport` itself when there is no tracer. Queries and bodies are never part of a span.
 * @example
 * ```ts
 * const own = createClient({ transport: tracedTransport(transport, manager.tracer) });
 * console.log((await own.get(Guestbook, key)).metadata.name); // welcome
 * ```
 */
export function tracedTransport(transport: Transport, tracer: Tracer | undefined): Transport {
  if (!tracer) return transport;
  return {
    server: transport.server,
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
    request(request) {
      const { method } = request;
      const path = request.path.split('?', 1)[0] ?? '/';
      const attributes = { 'http.request.method': method, 'url.path': path, 'server.address': transport.server };
      return withSpan(tracer, { name: method, kind: spanKind.client, attributes }, async (span) => {
        const response = await transport.request(request);
        span?.setAttribute('http.response.status_code', response.status);
        return response;
      });
    },
  };
}
