/** The seam below the client: one HTTP exchange with an API server. */

/** One request. Paths begin with `/` and carry their query. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal?: AbortSignal;
  /** Milliseconds until response headers must have arrived; 0 for no limit. */
  readonly timeoutMs?: number;
  /** For long streams: milliseconds without a byte after which the connection counts as dead. */
  readonly idleTimeoutMs?: number;
}

/** A response whose body has not been read yet. It must be read to the end or destroyed. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Values of all `Warning` headers. */
  readonly warnings: readonly string[];
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
