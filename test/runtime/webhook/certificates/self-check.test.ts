import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { dialOwnServer } from '../../../../src/runtime/webhook/certificates/self-check.js';

test('a port that nobody listens on does not answer', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  await expect(dialOwnServer(port, { isTls: false })).resolves.toBeUndefined();
  server.close();
  await once(server, 'close');

  await expect(dialOwnServer(port, { isTls: false })).rejects.toThrow(`port ${port} does not answer`);
});

test('a handshake that does not come can be given up', async () => {
  const mute = createServer().listen(0, '127.0.0.1');
  await once(mute, 'listening');
  const { port } = mute.address() as AddressInfo;
  const controller = new AbortController();

  const dial = dialOwnServer(port, { isTls: true, signal: controller.signal });
  controller.abort();

  await expect(dial).rejects.toThrow('does not answer');
  mute.close();
});
