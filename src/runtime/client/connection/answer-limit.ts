/** How much of an answer is read into memory. A server, or whoever answers in its place, must not end the process. */
import { constants } from 'node:buffer';
import { getHeapStatistics } from 'node:v8';
import { ConnectionError } from './connection-error.js';

const MEBI = 1024 * 1024;

/** Longest event of a watch, in bytes; what client-go accepts. */
export const LONGEST_EVENT = 16 * MEBI;

/** Longest answer of a login server or a credential plug-in, in characters. */
export const LONGEST_CREDENTIAL = MEBI;

/** Longest body that is read whole, unpacked: a quarter of the heap, and never more than a string can have. */
export function longestBody(heapBytes = getHeapStatistics().heap_size_limit): number {
  return Math.min(Math.floor(heapBytes / 4), constants.MAX_STRING_LENGTH);
}

/** The error of an answer that is longer. The rest of it is not read. */
export function tooLarge(server: string, what: string, bytes: number): ConnectionError {
  const limit = `${Math.floor(bytes / MEBI)} MiB`;
  return new ConnectionError('TOO_LARGE', server, `${server} sent ${what} of more than ${limit}; it was not read`);
}

/** True for an answer that was longer than its limit. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof ConnectionError && error.code === 'TOO_LARGE';
}
