/** Lines of a byte stream. */
import { Pieces } from '../http1/pieces.js';

/**
 * Complete lines, all those of one chunk at once. Bytes are decoded per line, so a character that is split between two
 * chunks survives; a line that spans many chunks is joined once. What follows the last newline is not delivered.
 * Throws `limit.failure` when a line does not end.
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  limit: { readonly bytes: number; readonly failure: () => Error },
): AsyncGenerator<string[]> {
  const pending = new Pieces();
  for await (const chunk of chunks) {
    let newline = chunk.indexOf(10);
    if (newline < 0) {
      pending.add(chunk);
      if (pending.bytes > limit.bytes) throw limit.failure();
      continue;
    }
    const lines: string[] = [];
    let start = 0;
    if (pending.bytes > 0) {
      pending.add(chunk.subarray(0, newline));
      addLine(lines, pending.take().toString('utf8'));
      start = newline + 1;
      newline = chunk.indexOf(10, start);
    }
    while (newline >= 0) {
      addLine(lines, chunk.toString('utf8', start, newline));
      start = newline + 1;
      newline = chunk.indexOf(10, start);
    }
    pending.add(chunk.subarray(start));
    if (lines.length > 0) yield lines;
  }
}

function addLine(lines: string[], line: string): void {
  if (line !== '' && line !== '\r') lines.push(line);
}
