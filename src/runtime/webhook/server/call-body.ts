/** Reads the body of an HTTP request, within a limit. */
import type { IncomingMessage } from 'node:http';
import { BodyWeight } from '../limits/body-weight.js';
import type { Lease } from '../limits/memory-budget.js';

/**
 * The body, or why there is none: larger than allowed, or no memory for it just now. The rest is not read; `head` is how
 * it began, so that the answer can name the question.
 */
export type CallBody =
  | { readonly bytes: Buffer }
  | { readonly refused: 'too large'; readonly head: Buffer }
  | { readonly refused: 'busy' };

/** The API server writes the uid first, within 150 bytes. */
const HEAD_BYTES = 1_024;

/** Reads at most `limit` bytes, as long as `lease` grants the memory. Rejects when the caller goes away before the end. */
export async function readCallBody(request: IncomingMessage, limit: number, lease?: Lease): Promise<CallBody> {
  const declared = Number(request.headers['content-length'] ?? 0);
  // Of a body that is known to be too large only the head is read.
  const most = declared > limit ? Math.min(limit, HEAD_BYTES) : limit;
  const weight = new BodyWeight();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (refused: 'too large' | 'busy'): void => {
      request.removeAllListeners('data').resume();
      resolve(refused === 'busy' ? { refused } : { refused, head: headOf(chunks) });
      chunks.length = 0;
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      const grant = size > most ? 'too large' : (lease?.grow(weight.add(chunk)) ?? 'granted');
      if (grant !== 'granted') stop(grant);
    });
    request.once('end', () => resolve({ bytes: Buffer.concat(chunks, size) }));
    request.once('error', reject);
    request.once('close', () => reject(new Error('the caller went away before the end of its request')));
  });
}

/** A copy, so that the chunks can go. */
function headOf(chunks: readonly Buffer[]): Buffer {
  let size = 0;
  const first = chunks.findIndex((chunk) => (size += chunk.length) >= HEAD_BYTES);
  return Buffer.concat(first < 0 ? chunks : chunks.slice(0, first + 1), Math.min(size, HEAD_BYTES));
}
