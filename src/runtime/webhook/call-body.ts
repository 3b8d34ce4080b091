/** Reads the body of an HTTP request, within a limit. */
import type { IncomingMessage } from 'node:http';

/** The body, or that it was larger than allowed; the rest of a larger one is not read. */
export type CallBody = { readonly bytes: Buffer } | { readonly tooLarge: true };

/** Reads at most `limit` bytes. Rejects when the caller goes away before the end. */
export async function readCallBody(request: IncomingMessage, limit: number): Promise<CallBody> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > limit) return { tooLarge: true };
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) {
        chunks.length = 0;
        request.removeAllListeners('data').resume();
        resolve({ tooLarge: true });
        return;
      }
      chunks.push(chunk);
    });
    request.once('end', () => resolve({ bytes: Buffer.concat(chunks, size) }));
    request.once('error', reject);
    request.once('close', () => reject(new Error('the caller went away before the end of its request')));
  });
}
