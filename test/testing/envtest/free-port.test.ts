import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePorts } from '../../../src/testing/envtest/free-port.js';

test('gives different ports that can be listened on', async () => {
  const ports = await freePorts(20);

  expect(new Set(ports).size).toBe(20);
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(ports[0], '127.0.0.1', resolve));
  await new Promise((resolve) => server.close(resolve));
});
