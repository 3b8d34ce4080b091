/** Keeps a process that no longer leads from writing. */
import { AsyncResource } from 'node:async_hooks';
import type { Transport, TransportRequest } from '../client/connection/transport.js';
import type { Elector } from './elector.js';

/** A request that is asked once more, in the turn in which its bytes leave, whether it may. */
interface FencedRequest extends TransportRequest {
  readonly beforeSend: () => void;
}

/**
 * A transport that refuses everything but reads while `elector` does not lead. The check is made when a
 * request is handed over and again when a connection is ready for it, so that work which wakes up after
 * a stall or SIGSTOP cannot write, although no timer has told it yet that its time is over.
 * @example
 * ```ts
 * const elector = new Elector({ id: 'guestbook.my.domain', namespace: 'default', client });
 * const fenced = createClient({ transport: fencedTransport(transport, elector) });
 * const error: unknown = await fenced.delete(guestbook).catch((reason: unknown) => reason);
 * console.log(error instanceof LeadershipLostError); // true
 * ```
 */
export function fencedTransport(transport: Transport, elector: Pick<Elector, 'throwIfNotLeader'>): Transport {
  return {
    server: transport.server,
    async request(request: TransportRequest) {
      if (request.method === 'GET') return transport.request(request);
      elector.throwIfNotLeader();
      // A connection does not know for whom it was opened, so the caller's context is kept.
      const beforeSend = AsyncResource.bind(() => elector.throwIfNotLeader());
      const fenced: FencedRequest = { ...request, beforeSend };
      return transport.request(fenced);
    },
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  };
}
