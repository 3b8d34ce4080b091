/** Bodies: decompressed, read whole or in chunks. */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { connectionError, ConnectionError } from './connection-error.js';
import type { TransportResponse } from './transport.js';

/** What a response tells its owner. */
export interface ResponseHooks {
  /** `https://host:port`, for messages. */
  readonly server: string;
  readonly signal?: AbortSignal;
  /** The body has been read completely. */
  onEnd?(bytes: number): void;
}

/** Wraps Node's response. */
export function httpResponse(message: IncomingMessage, hooks: ResponseHooks): TransportResponse {
  const { stream, cut } = decoded(message);
  const fail = (error: unknown): unknown => {
    if (hooks.signal?.aborted) return hooks.signal.reason;
    const reason = cut() ?? error;
    return reason instanceof ConnectionError ? reason : connectionError(reason, hooks.server);
  };
  const checkComplete = (): void => {
    if (cut()) throw fail(cut());
  };
  return {
    status: message.statusCode ?? 0,
    headers: message.headers as Record<string, string | undefined>,
    warnings: warningsOf(message),
    body: chunks(stream, fail, checkComplete),
    async text() {
      const buffer = await collect(stream).catch((error: unknown) => Promise.reject(fail(error)));
      checkComplete();
      hooks.onEnd?.(buffer.length);
      return buffer.toString('utf8');
    },
    destroy() {
      message.destroy();
      if (stream !== message) stream.destroy();
    },
  };
}

/** The body as it was before compression, and the reason when the connection ended before it. */
function decoded(message: IncomingMessage): { stream: Readable; cut: () => Error | undefined } {
  if (message.headers['content-encoding'] !== 'gzip') return { stream: message, cut: () => undefined };
  let reason: Error | undefined;
  // Each flush of a compressed watch is a gzip member of its own; gunzip goes on to the next member by itself.
  const gunzip = createGunzip();
  // Without a listener an error would end the process when nobody reads yet; who reads later still gets it.
  gunzip.on('error', () => undefined);
  message.on('error', (error) => (reason = error));
  message.once('close', () => {
    if (message.complete) return;
    reason ??= Object.assign(new Error('the body was cut off'), { code: 'ECONNRESET' });
    // What has arrived is still unpacked: it may hold complete events.
    gunzip.end();
  });
  gunzip.once('close', () => {
    if (!message.complete) message.destroy();
  });
  message.pipe(gunzip);
  return { stream: gunzip, cut: () => reason };
}

async function* chunks(
  stream: Readable,
  fail: (error: unknown) => unknown,
  checkComplete: () => void,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw fail(error);
  }
  checkComplete();
}

function collect(stream: Readable): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    const onClose = (): void => reject(Object.assign(new Error('the body was cut off'), { code: 'ECONNRESET' }));
    if (stream.destroyed && !stream.readableEnded) return stream.errored ? reject(stream.errored) : onClose();
    stream.on('data', (chunk: Buffer) => parts.push(chunk));
    stream.once('error', reject);
    stream.once('close', onClose);
    stream.once('end', () => {
      // Every body closes after its end; making an error for it would cost more than all the rest.
      stream.removeListener('close', onClose);
      resolve(parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts));
    });
  });
}

/** Texts of `Warning: 299 - "text"` headers; quoted pairs are undone. */
function warningsOf(message: IncomingMessage): readonly string[] {
  // Splitting headers is costly, and warnings are rare.
  if (message.headers['warning'] === undefined) return none;
  const values = message.headersDistinct['warning'] ?? [];
  const found: string[] = [];
  for (const value of values) {
    for (const match of value.matchAll(/299\s+\S+\s+"((?:[^"\\]|\\.)*)"/g)) {
      // Node reads headers byte by byte; the API server writes UTF-8.
      const text = Buffer.from(match[1] ?? '', 'latin1').toString('utf8');
      found.push(text.replace(/\\(.)/g, '$1'));
    }
  }
  return found;
}

const none: readonly string[] = [];
