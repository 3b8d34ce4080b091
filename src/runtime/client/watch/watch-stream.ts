/** One watch request: events as they come, until the stream ends. Resuming is the caller's business. */
import { excerptOf } from '../../log/redact.js';
import { parseExact } from '../../../kubernetes/json/parse-exact.js';
import type { Kind, KindInfo } from '../../object/kind.js';
import type { LabelSelectorInput } from '../../object/label-selector.js';
import type { KubeObject } from '../../object/meta.js';
import { ApiError, isStatus } from '../requests/api-error.js';
import { isTooLarge, LONGEST_EVENT, tooLarge } from '../connection/answer-limit.js';
import { ConnectionError } from '../connection/connection-error.js';
import { responseError } from '../requests/json-call.js';
import { splitLines } from './line-splitter.js';
import { acceptHeader, stamp } from '../requests/projection.js';
import { collectionPath, selectorQuery, withQuery } from '../requests/resource-path.js';
import type { Transport, TransportResponse } from '../connection/transport.js';

/** What a watch asks for. */
export interface WatchStreamOptions {
  readonly namespace?: string | undefined;
  readonly labels?: LabelSelectorInput | undefined;
  readonly fields?: string | Readonly<Record<string, string>> | undefined;
  readonly resourceVersion?: string | undefined;
  readonly resourceVersionMatch?: 'NotOlderThan' | undefined;
  /** A streaming list: the state as ADDED events, then a bookmark that `isInitialEventsEnd` recognises. */
  readonly sendInitialEvents?: boolean | undefined;
  readonly allowBookmarks?: boolean | undefined;
  /** After how long the server ends the stream. */
  readonly timeoutSeconds?: number | undefined;
  /** Silence after which the connection counts as dead; bookmarks come about once a minute. */
  readonly idleTimeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Reads one line; `JSON.parse` that keeps the digits of long numbers by default. */
  readonly parse?: ((line: string) => unknown) | undefined;
}

/** One line of a watch. Objects carry `apiVersion` and `kind`, also in metadata-only watches. */
export type WatchEvent<T extends KubeObject = KubeObject> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'; readonly object: T }
  | { readonly type: 'ERROR'; readonly error: ApiError };

/** A server answers a watch before it has anything to tell. Calls may take longer, as they wait for a webhook or a long list. */
const OPEN_MS = 30_000;

/** Why a stream is over: by the server, by a cut, by silence. */
export type WatchEnd = 'eof' | 'reset' | 'idle';

/** Events of one watch request. Iterate once, over single events or over batches. */
export interface WatchStream<T extends KubeObject> extends AsyncIterable<WatchEvent<T>> {
  /** Events that arrived together; cheaper than one by one. Ends without error however the connection ended. */
  readonly batches: AsyncIterable<readonly WatchEvent<T>[]>;
  /** Known when iteration has ended. */
  readonly end: WatchEnd | undefined;
  /** Closes the connection. */
  close(): void;
}

/**
 * Rejects with an `ApiError` or a `ConnectionError` when the watch cannot be started.
 * @example
 * ```ts
 * const stream = await openWatch(transport, Guestbook, { namespace: 'default', sendInitialEvents: true, signal });
 * for await (const event of stream) {
 *   if (event.type === 'ADDED') console.log(event.object.metadata.name); // welcome
 *   if (event.type === 'BOOKMARK') break;
 * }
 * ```
 */
export async function openWatch<T extends KubeObject>(
  transport: Transport,
  kind: Kind<T>,
  options: WatchStreamOptions = {},
): Promise<WatchStream<T>> {
  const path = collectionPath(kind, { namespace: options.namespace });
  const accept = acceptHeader(kind, 'object');
  const response = await transport.request({
    method: 'GET',
    path: withQuery(path, {
      watch: 1,
      allowWatchBookmarks: options.allowBookmarks === false && !options.sendInitialEvents ? undefined : true,
      sendInitialEvents: options.sendInitialEvents,
      resourceVersion: options.resourceVersion,
      resourceVersionMatch: options.resourceVersionMatch ?? (options.sendInitialEvents ? 'NotOlderThan' : undefined),
      timeoutSeconds: options.timeoutSeconds,
      ...selectorQuery(options),
    }),
    ...(accept === undefined ? {} : { headers: { accept } }),
    signal: options.signal,
    timeoutMs: OPEN_MS,
    idleTimeoutMs: options.idleTimeoutMs ?? 75_000,
  });
  if (response.status !== 200) throw responseError(response, await response.text(), { method: 'GET', path });
  return new ResponseWatchStream(response, kind, { ...options, server: transport.server });
}

/** True for the bookmark that closes the initial events of a streaming list. */
export function isInitialEventsEnd(event: WatchEvent): boolean {
  return event.type === 'BOOKMARK' && event.object.metadata.annotations?.['k8s.io/initial-events-end'] === 'true';
}

class ResponseWatchStream<T extends KubeObject> implements WatchStream<T> {
  end: WatchEnd | undefined;
  readonly batches: AsyncIterable<readonly WatchEvent<T>[]>;
  readonly #response: TransportResponse;
  readonly #kind: Kind<T>;
  readonly #server: string;
  readonly #signal: AbortSignal | undefined;
  readonly #parse: (line: string) => unknown;
  #isClosed = false;

  constructor(
    response: TransportResponse,
    kind: Kind<T>,
    { server, signal, parse = parseExact }: WatchStreamOptions & { readonly server: string },
  ) {
    this.#response = response;
    this.#server = server;
    this.#kind = kind;
    this.#signal = signal;
    this.#parse = parse;
    this.batches = this.#read();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<WatchEvent<T>> {
    for await (const batch of this.batches) yield* batch;
  }

  close(): void {
    this.#isClosed = true;
    this.#response.destroy();
  }

  async *#read(): AsyncGenerator<readonly WatchEvent<T>[]> {
    try {
      // What follows the last newline was cut off in the middle and is dropped: it comes again after resuming.
      const failure = (): Error => tooLarge(this.#server, 'an event', LONGEST_EVENT);
      for await (const lines of splitLines(this.#response.body, { bytes: LONGEST_EVENT, failure }))
        yield lines.map((line) => parseEvent(this.#kind, line, this.#parse));
      this.end = 'eof';
    } catch (error) {
      if (this.#signal?.aborted) throw this.#signal.reason;
      // Resuming would bring the same event again.
      if (isTooLarge(error)) throw error;
      // An ordinary end as well, whatever cut the stream: events are complete up to here.
      this.end = error instanceof ConnectionError && error.code === 'IDLE' ? 'idle' : 'reset';
      if (!(error instanceof ConnectionError) && !this.#isClosed) throw error;
    } finally {
      this.#response.destroy();
    }
  }
}

function parseEvent<T extends KubeObject>(
  kind: KindInfo,
  line: string,
  parse: (line: string) => unknown,
): WatchEvent<T> {
  let event: { type?: string; object?: unknown };
  try {
    event = parse(line) as typeof event;
  } catch {
    // Without the parser's error, which quotes what it could not read.
    return undecodable(kind, `it is not JSON: ${excerptOf(line)}`);
  }
  const { type, object } = event;
  if (type === 'ERROR')
    return {
      type,
      error: new ApiError(
        isStatus(object) ? object : { message: `an error of the watch that is no Status: ${excerptOf(line, 500)}` },
      ),
    };
  if (type !== 'ADDED' && type !== 'MODIFIED' && type !== 'DELETED' && type !== 'BOOKMARK') {
    return undecodable(kind, `its type is ${JSON.stringify(type)}`);
  }
  if (typeof object !== 'object' || object === null || !('metadata' in object)) {
    return undecodable(kind, `the object of ${type} has no metadata`);
  }
  return { type, object: stamp(kind, object) as T };
}

function undecodable<T extends KubeObject>(kind: KindInfo, why: string): WatchEvent<T> {
  const message = `cannot read an event of the watch on ${kind.gvk.kind}: ${why}`;
  return { type: 'ERROR', error: new ApiError({ code: 500, reason: 'InternalError', message }) };
}
