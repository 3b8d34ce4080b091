/** A limit on the requests of a client, for API servers without priority and fairness. */
import { type Clock, pause, systemClock } from '../../clock.js';
import type { Transport } from './transport.js';

/** A bucket of `burst` requests that is filled up by `qps` a second. */
export interface RateLimit {
  readonly qps: number;
  /** As many as `qps`, at least 1, unless given. */
  readonly burst?: number;
}

/** A transport whose requests wait their turn; watches do not count, as they stay open. */
export function rateLimitedTransport(inner: Transport, limit: RateLimit, clock: Clock = systemClock): Transport {
  const { qps, burst = Math.max(1, Math.floor(qps)) } = limit;
  if (!(qps > 0) || !(burst >= 1))
    throw new Error(`a rate limit of ${qps} requests a second with bursts of ${burst} lets nothing through`);
  /** When the bucket will be full. */
  let fullAt = clock.now();
  return {
    server: inner.server,
    async request(request) {
      const isWatch = /[?&]watch=(1|true)(&|$)/.test(request.path);
      if (!isWatch) {
        const costMs = 1000 / qps;
        const now = clock.now();
        fullAt = Math.max(fullAt, now) + costMs;
        const waitMs = fullAt - now - burst * costMs;
        if (waitMs > 0) await pause(clock, waitMs, request.signal);
        request.signal?.throwIfAborted();
      }
      return inner.request(request);
    },
    [Symbol.asyncDispose]: () => inner[Symbol.asyncDispose](),
  };
}
