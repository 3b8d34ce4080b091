import { AsyncLocalStorage } from 'node:async_hooks';
import { expect, test } from 'vitest';
import type { Transport, TransportRequest } from '../../../src/runtime/client/connection/transport.js';
import { LeadershipLostError } from '../../../src/runtime/leader/elector.js';
import { fencedTransport } from '../../../src/runtime/leader/fenced-transport.js';

test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s is refused while another leads', async (method) => {
  const { transport, sent } = fenced(false);

  await expect(transport.request({ method, path: '/' })).rejects.toThrow(LeadershipLostError);
  expect(sent).toEqual([]);
});

test('reads always pass, and writes pass while leading', async () => {
  await fenced(false).transport.request({ method: 'GET', path: '/' });
  const leader = fenced(true);
  await leader.transport.request({ method: 'PUT', path: '/' });

  expect(leader.sent).toEqual(['PUT']);
});

test('a write is asked about once more when its bytes leave, as whoever sent it', async () => {
  const caller = new AsyncLocalStorage<string>();
  const asked: (string | undefined)[] = [];
  let send: (() => void) | undefined;
  const inner = {
    server: '',
    request: async (request: TransportRequest & { beforeSend?: () => void }) => void (send = request.beforeSend),
  } as unknown as Transport;
  const transport = fencedTransport(inner, { throwIfNotLeader: () => void asked.push(caller.getStore()) });

  await caller.run('reconcile', () => transport.request({ method: 'PUT', path: '/' }));
  send?.();

  expect(asked).toEqual(['reconcile', 'reconcile']);
});

function fenced(isLeading: boolean): { transport: Transport; sent: string[] } {
  const sent: string[] = [];
  const inner = {
    server: 'https://127.0.0.1',
    request: async (request: TransportRequest) => void sent.push(request.method),
    [Symbol.asyncDispose]: async () => undefined,
  } as unknown as Transport;
  const throwIfNotLeader = (): void => {
    if (!isLeading) throw new LeadershipLostError('no');
  };
  return { transport: fencedTransport(inner, { throwIfNotLeader }), sent };
}
