/** The cache against a real API server behind a proxy that keeps cutting connections. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTransport } from '../../../src/runtime/client/connection/http-transport.js';
import { createCache } from '../../../src/runtime/cache/cache.js';
import { keyOf } from '../../../src/runtime/cache/store/object-key.js';
import type { ObjectEvent } from '../../../src/runtime/object/event.js';
import { type ControlPlane, eventually, startControlPlane } from '../../../src/testing/index.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { ConfigMap } from '../controller/library.js';

let plane: ControlPlane;
let proxy: Server;
const sockets = new Set<Socket>();

beforeAll(async () => {
  await ensureBinaries();
  plane = await startControlPlane({ kind: 'envtest' });
  const { port, hostname } = new URL(plane.config.server);
  proxy = createServer((inbound) => {
    const outbound = connect(Number(port), hostname);
    for (const socket of [inbound, outbound]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => [inbound, outbound].forEach((end) => end.destroy()));
    }
    inbound.pipe(outbound).pipe(inbound);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});
afterAll(async () => {
  sockets.forEach((socket) => socket.destroy());
  proxy?.close();
  await plane?.stop();
});

const cut = (): void => {
  sockets.forEach((socket) => socket.destroy());
  sockets.clear();
};

test.each([true, false])(
  '§3.2.5 §20.1.1 after any number of cuts the store equals the server, streaming lists: %s',
  async (streaming) => {
    const { port } = proxy.address() as AddressInfo;
    const transport = createTransport({
      ...plane.config,
      server: `https://127.0.0.1:${port}`,
      tlsServerName: 'localhost',
    });
    const cache = createCache({ transport, options: { streaming } });
    const informer = await cache.informer(ConfigMap, { namespaces: ['default'] });
    const replayed = new Map<string, string>();
    informer.on(({ type, object }: ObjectEvent) => {
      const key = keyOf(object.metadata);
      if (type === 'delete') replayed.delete(key);
      else replayed.set(key, object.metadata.resourceVersion ?? '');
    });
    cache.start();
    await informer.synced();

    for (let round = 0; round < 60; round++) {
      const key = { namespace: 'default', name: `cut-${streaming}-${round % 7}` };
      await plane.client.apply(ConfigMap, { metadata: key, data: { round: String(round) } }, { fieldManager: 'test' });
      if (round % 5 === 0) await plane.client.delete({ kind: ConfigMap, ...key });
      if (round % 4 === 0) cut();
    }

    await eventually(
      async () => {
        const live = await plane.client.list(ConfigMap, { namespace: 'default' });
        const expected = Object.fromEntries(
          live.items.map(({ metadata }) => [keyOf(metadata), metadata.resourceVersion]),
        );
        const stored = Object.fromEntries(
          informer.store.list().map(({ metadata }) => [keyOf(metadata), metadata.resourceVersion]),
        );
        expect(stored).toEqual(expected);
        expect(Object.fromEntries(replayed)).toEqual(expected);
      },
      { timeoutMs: 60_000 },
    );
    await cache[Symbol.asyncDispose]();
    await transport[Symbol.asyncDispose]();
  },
  120_000,
);
