/** The seam below the client: one HTTP exchange with an API server. */

/** One request. Paths begin with `/` and carry their query. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds until response headers must have arrived; 0 for no limit. */
  readonly timeoutMs?: number | undefined;
  /** For long streams: milliseconds without a byte after which the connection counts as dead. */
  readonly idleTimeoutMs?: number | undefined;
  /** Called when a connection is ready, in the turn in which the request leaves; throwing keeps it from leaving. */
  readonly beforeSend?: (() => void) | undefined;
}

/** A response whose body has not been read yet. It must be read to the end or destroyed. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The messages of all `Warning` headers. */
  readonly warnings: readonly string[];
  /** What the transport knows of the reason for a refusal, such as a token that has expired. */
  readonly hint?: string;
  /** The body, decompressed, chunk by chunk. */
  readonly body: AsyncIterable<Buffer>;
  /** The whole body as text. */
  text(): Promise<string>;
  /** Gives up the rest of the body. */
  destroy(): void;
}

/** Sends requests to one API server. Rejects only when no response came. */
export interface Transport extends AsyncDisposable {
  /** `https://host:port`, for messages. */
  readonly server: string;
  request(request: TransportRequest): Promise<TransportResponse>;
}

/** One finished exchange, for metrics. */
export interface Exchange {
  readonly method: TransportRequest['method'];
  readonly host: string;
  /** HTTP status, or `<error>` when no response came. */
  readonly code: string;
  /** Until the response's headers. */
  readonly durationMs: number;
  readonly requestBytes: number;
  /** True for a watch. */
  readonly isStream: boolean;
}

/** Learns of every exchange. Must not throw. */
export interface TransportObserver {
  exchange?(exchange: Exchange): void;
  /** A request is about to be sent again because of `code`. */
  retry?(retry: Pick<Exchange, 'method' | 'host' | 'code'>): void;
  /** Size of a body that has been read completely. */
  responseBytes?(size: Pick<Exchange, 'method' | 'host'> & { readonly bytes: number }): void;
  /** A `Warning` header of the API server, such as the use of a deprecated API. */
  warning?(warning: { readonly text: string; readonly method: string; readonly path: string }): void;
}
