/** Keeps a process that no longer leads from writing. */
import type { Transport, TransportRequest } from '../client/transport.js';
import type { Elector } from './elector.js';

/**
 * A transport that refuses everything but reads while `elector` does not lead. The check is made in
 * the same turn of the event loop in which a request is handed over, so that work which wakes up after
 * a stall or SIGSTOP cannot write, although no timer has told it yet that its time is over.
 */
export function fencedTransport(transport: Transport, elector: Pick<Elector, 'throwIfNotLeader'>): Transport {
  return {
    server: transport.server,
    async request(request: TransportRequest) {
      if (request.method !== 'GET') elector.throwIfNotLeader();
      return transport.request(request);
    },
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  };
}
