/** Reads the body of an HTTP request, within limits of size, memory and time. */
import type { IncomingMessage } from 'node:http';
import type { Arrivals } from '../limits/arrivals.js';
import { BodyWeight } from '../limits/body-weight.js';
import { GatheredBody } from '../limits/gathered-body.js';
import type { Lease } from '../limits/memory-budget.js';

/** Why a body was not read to its end: larger than allowed, no memory for it just now, or sent too slowly. */
export type Refusal = 'too large' | 'busy' | 'stalled';

/** The body, or why there is none. The rest is not read; `head` is how it began, so that the answer can name the question. */
export type CallBody = { readonly bytes: Buffer } | { readonly refused: Refusal; readonly head: Buffer };

/** Where the memory for bodies comes from, and how long they may take. */
export interface BodyLimits {
  /** The largest body. */
  readonly limit: number;
  /** For bodies that are not complete. */
  readonly arrivals: Arrivals;
  /** For the whole call, from its complete body on; `largest` bytes at most. */
  readonly lease: Pick<Lease, 'take'>;
  readonly largest: number;
  /** In this time a body must be complete, or have grown by 64 KiB. */
  readonly stallMs: number;
}

/** The API server writes the uid first, within 150 bytes. */
const HEAD_BYTES = 1_024;
/** Objects of Node and of ours for one call, whatever it sends. */
const CALL_BYTES = 16 * 1_024;
const LEAST_STEP = 64 * 1_024;
/** Each piece of a chunked body costs time, however small it is: so many are free, and one more for each 256 bytes. */
const FREE_PIECES = 1_024;
const BYTES_PER_PIECE = 256;

/** Reads a body, and takes the memory of its call. Rejects when the caller goes away before the end, or should. */
export async function readCallBody(request: IncomingMessage, limits: BodyLimits): Promise<CallBody> {
  const { limit, arrivals, lease, largest, stallMs } = limits;
  const declared = Number(request.headers['content-length'] ?? 0);
  // Of a body that is known to be too large only the head is read.
  const most = declared > limit ? Math.min(limit, HEAD_BYTES) : limit;
  return new Promise((resolve, reject) => {
    const body = new GatheredBody(declared > 0 ? Math.min(declared, limit) : limit);
    const meter = new BodyWeight();
    const abandoned = new AbortController();
    let weight = CALL_BYTES;
    let checked = 0;
    let pieces = 0;
    const finish = (): void => {
      clearInterval(timer);
      arrival.release();
      request.off('data', read).off('end', complete).off('error', fail).off('close', leave);
      request.socket.off('close', giveUp);
    };
    const refuse = (refused: Refusal): void => {
      finish();
      request.resume();
      resolve({ refused, head: body.head(HEAD_BYTES) });
      body.clear();
    };
    const fail = (error: Error): void => {
      finish();
      reject(error);
    };
    const leave = (): void => fail(new Error('the caller went away before the end of its request'));
    const read = (chunk: Buffer): void => {
      if (++pieces > FREE_PIECES + body.size / BYTES_PER_PIECE)
        return fail(new Error('the body arrives in too many small pieces'));
      const grant = arrival.grow(body.growth(chunk.length));
      if (grant !== 'granted') return refuse(grant);
      body.add(chunk);
      weight += meter.add(chunk);
      // What contains more than a call may have is not read to its end.
      if (body.size > most || weight > largest) refuse('too large');
    };
    const giveUp = (): void => abandoned.abort();
    const complete = (): void => {
      clearInterval(timer);
      // From here on, the end of the request is not the end of the caller.
      request.off('close', leave);
      request.socket.once('close', giveUp);
      // A body keeps its place among the arriving ones until there is memory for its call.
      void lease.take(weight, abandoned.signal).then((grant) => {
        if (grant !== 'granted') return refuse(grant);
        finish();
        resolve({ bytes: body.bytes() });
      });
    };
    const arrival = arrivals.begin(request.socket.remoteAddress ?? '', () => {
      giveUp();
      refuse('busy');
    });
    const timer = setInterval(() => {
      if (body.size - checked < LEAST_STEP) refuse('stalled');
      checked = body.size;
    }, stallMs);
    request.on('data', read).once('end', complete).once('error', fail).once('close', leave);
    const grant = arrival.grow(CALL_BYTES);
    if (grant !== 'granted') refuse(grant);
  });
}
