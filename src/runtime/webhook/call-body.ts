/** Reads the body of an HTTP request, within a limit. */
import type { IncomingMessage } from 'node:http';
import { BodyWeight } from './limits/body-weight.js';
import type { Lease } from './limits/memory-budget.js';

/** The body, or why there is none: larger than allowed, or no memory for it just now. The rest is not read. */
export type CallBody = { readonly bytes: Buffer } | { readonly refused: 'too large' | 'busy' };

/** Reads at most `limit` bytes, as long as `lease` grants the memory. Rejects when the caller goes away before the end. */
export async function readCallBody(request: IncomingMessage, limit: number, lease?: Lease): Promise<CallBody> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limit) return { refused: 'too large' };
  const weight = new BodyWeight();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (refused: 'too large' | 'busy'): void => {
      chunks.length = 0;
      request.removeAllListeners('data').resume();
      resolve({ refused });
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) return stop('too large');
      const grant = lease?.grow(weight.add(chunk)) ?? 'granted';
      if (grant !== 'granted') return stop(grant);
      chunks.push(chunk);
    });
    request.once('end', () => resolve({ bytes: Buffer.concat(chunks, size) }));
    request.once('error', reject);
    request.once('close', () => reject(new Error('the caller went away before the end of its request')));
  });
}
