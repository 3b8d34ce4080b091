/** One call of the JSON API: request out, parsed body or `ApiError` back. */
import { excerptOf } from '../../log/redact.js';
import { InvalidCallError, quoted } from '../../object/invalid-call.js';
import { bodyText } from '../../object/json-body.js';
import { parseExact } from '../../../kubernetes/json/parse-exact.js';
import { apiErrorFrom } from './api-error.js';
import { ConnectionError } from '../connection/connection-error.js';
import { type Query, withQuery } from './resource-path.js';
import type { Transport, TransportRequest, TransportResponse } from '../connection/transport.js';

/** What to send. */
export interface JsonCall {
  readonly method: TransportRequest['method'];
  readonly path: string;
  readonly query?: Query;
  /** Sent as JSON; a string is sent as it is. */
  readonly body?: object | string;
  readonly contentType?: string;
  readonly accept?: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** Resolves to the parsed body, exactly as the server sent it: no field is dropped, times stay strings. */
export async function callJson(transport: Transport, call: JsonCall): Promise<unknown> {
  const deadline = withDeadline(transport, call);
  try {
    const response = await transport.request({
      method: call.method,
      path: withQuery(call.path, call.query ?? {}),
      headers: headersOf(call),
      body: typeof call.body === 'object' ? bodyText(call.body, `${call.method} ${call.path}`) : call.body,
      signal: deadline.signal,
    });
    const text = await response.text();
    // A redirect is not followed: credentials are for this server, and a write that was not done is not a success.
    if (response.status < 200 || response.status >= 300) throw responseError(response, text, call);
    return parseBody(text, transport, call);
  } finally {
    deadline.dispose();
  }
}

/** The error that a response without success stands for. */
export function responseError(
  response: TransportResponse,
  text: string,
  call: Pick<JsonCall, 'method' | 'path'>,
): Error {
  const seconds = Number.parseInt(response.headers['retry-after'] ?? '', 10);
  return apiErrorFrom(text, {
    status: response.status,
    request: `${call.method} ${call.path}`,
    hint: response.hint ?? (isRedirect(response.status) ? 'redirects are not followed' : undefined),
    ...(Number.isNaN(seconds) ? {} : { retryAfterSeconds: seconds }),
  });
}

function isRedirect(status: number): boolean {
  return status >= 300 && status < 400;
}

function headersOf(call: JsonCall): Record<string, string> {
  const headers: Record<string, string> = {};
  if (call.accept !== undefined) headers['accept'] = call.accept;
  if (call.body !== undefined) headers['content-type'] = call.contentType ?? 'application/json';
  return headers;
}

function parseBody(text: string, transport: Transport, call: JsonCall): unknown {
  if (text === '') return undefined;
  try {
    return parseExact(text);
  } catch {
    // Without the parser's error, which quotes what it could not read.
    const message = `${call.method} ${call.path}: ${transport.server} did not answer with JSON but with: ${excerptOf(text)}`;
    throw new ConnectionError('NOT_JSON', transport.server, message);
  }
}

interface Deadline {
  readonly signal: AbortSignal | undefined;
  dispose(): void;
}

/** A limit for the call as a whole, body included. Listeners go away with the call, as signals may live long. */
function withDeadline(transport: Transport, { signal, timeoutMs, method, path }: JsonCall): Deadline {
  if (timeoutMs !== undefined && (typeof timeoutMs !== 'number' || !(timeoutMs >= 0)))
    throw new InvalidCallError(`invalid timeoutMs ${quoted(timeoutMs)}: use a number of milliseconds`);
  // Node fires timers that are longer than this at once.
  if (!timeoutMs || timeoutMs > 2 ** 31 - 1) return { signal, dispose: () => undefined };
  const controller = new AbortController();
  const onAbort = (): void => controller.abort(signal?.reason);
  const onTimeout = (): void => {
    const message = `${method} ${path} on ${transport.server} took longer than ${timeoutMs} ms`;
    controller.abort(new ConnectionError('TIMEOUT', transport.server, message));
  };
  const timer = setTimeout(onTimeout, timeoutMs);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  return {
    signal: controller.signal,
    dispose() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
