/**
 * The program of the thread that renews the lease while the main thread hangs. It is started from its own source text,
 * because a bundled operator has no other file: so it uses nothing from outside itself, and no functions with names, which
 * bundlers wrap in helpers of theirs.
 */
import type { IncomingMessage, request } from 'node:http';
import type { request as secureRequest } from 'node:https';
import type { MessagePort } from 'node:worker_threads';
import type { Lease } from './lease.js';

/** What both threads share, each in nanoseconds of the monotonic clock or milliseconds of the wall clock; 0: never. */
export const SLOTS = ['beat', 'claimed', 'renewed', 'renewedWallMs'] as const;

/** What the thread is started with. */
export interface LeaseThreadSettings {
  /** Room for one 64-bit number for each of `SLOTS`. */
  readonly shared: SharedArrayBuffer;
  /** Of the lease on the API server. */
  readonly url: string;
  readonly identity: string;
  readonly retryMs: number;
  /** How long a renewal is good for. */
  readonly validMs: number;
  readonly requestTimeoutMs: number;
  /** The main thread counts as hung after this time without a sign of life. */
  readonly hungAfterMs: number;
  /** After this time without one nothing is renewed, so that another process takes over. */
  readonly hangLimitMs: number;
}

/** Who we are to the API server, sent whenever that changes. */
export interface LeaseThreadIdentity {
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly tls: Readonly<
    Record<'ca' | 'cert' | 'key' | 'servername', string | undefined> & { rejectUnauthorized: boolean }
  >;
}

/** What the thread needs of Node; HTTP is loaded only when it is used. */
export interface LeaseThreadParts {
  readonly port: Pick<MessagePort, 'on'>;
  readonly settings: LeaseThreadSettings;
  readonly load: { http(): { request: typeof request }; https(): { request: typeof secureRequest } };
}

/** Watches the main thread, and renews the lease in its place. Returns the check, which a timer makes. */
export function leaseThread({ port, settings, load }: LeaseThreadParts): () => Promise<void> {
  const { shared, url, identity, retryMs, validMs, requestTimeoutMs, hungAfterMs, hangLimitMs } = settings;
  const slots = new BigInt64Array(shared);
  const thread = {
    who: undefined as LeaseThreadIdentity | undefined,
    isBusy: false,
    msSince(slot: 0 | 1 | 2): number {
      return Number(process.hrtime.bigint() - Atomics.load(slots, slot)) / 1e6;
    },
    async check(): Promise<void> {
      const silentMs = thread.msSince(0);
      // Slot 1 is empty while this process does not lead.
      if (thread.isBusy || !thread.who || Atomics.load(slots, 1) === 0n) return;
      if (silentMs < hungAfterMs || silentMs > hangLimitMs) return;
      const ageMs = Math.min(thread.msSince(1), thread.msSince(2));
      // What has run out is given up, as on the main thread: others may have begun.
      if (ageMs < retryMs || ageMs >= validMs) return;
      thread.isBusy = true;
      try {
        await thread.renew();
      } catch {
        // The next check tries again; the main thread learns of it by the lease that it has lost.
      } finally {
        thread.isBusy = false;
      }
    },
    async renew(): Promise<void> {
      const lease = await thread.send('GET');
      if (lease?.spec?.holderIdentity !== identity) return;
      const claimed = process.hrtime.bigint();
      const wall = new Date();
      const spec = { ...lease.spec, renewTime: wall.toISOString().replace('Z', '000Z') };
      // With the version that was read: a lease that changed meanwhile is not touched.
      if (!(await thread.send('PUT', JSON.stringify({ ...lease, spec })))) return;
      Atomics.store(slots, 3, BigInt(wall.getTime()));
      Atomics.store(slots, 2, claimed);
    },
    send(method: 'GET' | 'PUT', body?: string): Promise<Lease | undefined> {
      return new Promise((resolve, reject) => {
        const { headers, tls } = thread.who ?? { headers: {}, tls: {} };
        const type = body === undefined ? {} : { 'content-type': 'application/json' };
        const options = {
          method,
          headers: { ...headers, ...type, accept: 'application/json', connection: 'close' },
          signal: AbortSignal.timeout(requestTimeoutMs),
          ...tls,
        };
        const { request: open } = url.startsWith('https:') ? load.https() : load.http();
        const sent = open(url, options, (response: IncomingMessage) => {
          const chunks: Buffer[] = [];
          let bytes = 0;
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length;
            chunks.push(chunk);
            // A lease has a few hundred bytes; the heap of this thread is small.
            if (bytes > 1_048_576) response.destroy(new Error('the answer is too long'));
          });
          response.once('error', reject);
          response.once('end', () => {
            if (response.statusCode !== 200) return resolve(undefined);
            resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')));
          });
        });
        sent.once('error', reject).end(body);
      });
    },
  };
  port.on('message', (who: LeaseThreadIdentity) => {
    thread.who = who;
  });
  return thread.check;
}
