import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, createServer as createProxy, type AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { Drain } from '../../../../src/runtime/webhook/server/drain.js';

const long = 600_000;

test('ends at once when nobody is connected, however long it could drain', async () => {
  const { server, drain } = await listening();

  await drain.stop({ drainMs: long, shutdownTimeoutMs: long });

  expect(server.listening).toBe(false);
});

test('while it lingers it takes new callers although nobody was connected', async () => {
  const { drain, server, port } = await listening();
  const cutoff = new AbortController();
  const stopped = drain.stop({ drainMs: 0, lingerMs: long, shutdownTimeoutMs: long, cutoff: cutoff.signal });
  const socket = connect(port, '127.0.0.1');
  await once(server, 'connection');
  const cut = once(socket, 'close');

  cutoff.abort();

  await stopped;
  await cut;
});

test('cuts nobody off who still calls: it waits for a moment without calls', async () => {
  const { drain, server, port } = await listening();
  server.on('request', (_, response) => response.end('answer'));
  const caller = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(caller, 'connect');
  const cut = once(caller, 'close');
  const [start, drainMs] = [performance.now(), 400];
  let [calls, received] = [0, ''];
  caller.on('data', (chunk: Buffer) => (received += String(chunk)));
  const called = new Promise<void>((resolve) => {
    const calling = setInterval(() => {
      caller.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      calls++;
      // Past the time in which it drains.
      if (performance.now() < start + drainMs + 100) return;
      clearInterval(calling);
      resolve();
    }, 10);
  });

  await drain.stop({ drainMs, shutdownTimeoutMs: long });
  await Promise.all([cut, called]);

  expect(received.split('answer').length - 1).toBe(calls);
});

test('a call that waits unread after a stall is not cut off, also behind a proxy in the same process', async () => {
  const { drain, server, port } = await listening();
  const proxy = createProxy((inbound) => {
    const outbound = connect(port, '127.0.0.1').on('error', () => undefined);
    outbound.on('close', () => inbound.end());
    inbound
      .on('error', () => undefined)
      .pipe(outbound)
      .pipe(inbound);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  server.on('request', (_, response) => response.end('answer'));
  const caller = new Worker(CALLER, { eval: true, workerData: (proxy.address() as AddressInfo).port });
  const received = once(caller, 'message');
  await once(server, 'connection');
  const stopped = drain.stop({ drainMs: 40, shutdownTimeoutMs: long });

  // Long enough that all times of the drain are over, and that the call has arrived.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows of browsers
  caller.postMessage('call');
  for (const start = performance.now(); performance.now() - start < 1_000;);

  await stopped;
  const [text] = await received;
  await caller.terminate();
  proxy.close();
  expect(text).toContain('answer');
});

/** Connects, calls when it is told, and says what it got until the end; a thread of its own, as the other one stalls. */
const CALLER = `
const { connect } = require('node:net');
const { parentPort, workerData } = require('node:worker_threads');
const socket = connect(workerData, '127.0.0.1').on('error', () => undefined);
let text = '';
socket.on('data', (chunk) => (text += chunk));
socket.on('close', () => parentPort.postMessage(text));
parentPort.on('message', () => socket.write('GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n'));
`;

test('a connection that never sent a request does not hold it up', async () => {
  const { drain, server, port } = await listening();
  const socket = connect(port, '127.0.0.1');
  await once(server, 'connection');
  const cut = once(socket, 'close');

  await drain.stop({ drainMs: 0, shutdownTimeoutMs: long });

  await cut;
});

test('waits for running calls, then ends', async () => {
  const calls = { running: 1 };
  const { drain } = await listening(() => calls.running > 0);
  let isStopped = false;
  const stopped = drain.stop({ drainMs: 0, shutdownTimeoutMs: long }).then(() => (isStopped = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isStopped).toBe(false);

  calls.running = 0;

  await stopped;
});

test.each<[string, { shutdownTimeoutMs: number; cutoff?: AbortSignal }]>([
  ['the time for shutdown', { shutdownTimeoutMs: 10 }],
  ['the grace period of the process', { shutdownTimeoutMs: long, cutoff: AbortSignal.abort() }],
])('§9.1.7 cuts connections that are still busy after %s', async (_, limits) => {
  const { server, drain, port } = await listening(() => true);
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n');
  await once(server, 'request');
  const cut = once(socket, 'close');

  await drain.stop({ drainMs: 0, ...limits });

  await cut;
});

async function listening(isBusy = () => false): Promise<{ server: Server; drain: Drain; port: number }> {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  const drain = new Drain(server, isBusy);
  await once(server, 'listening');
  return { server, drain, port: (server.address() as AddressInfo).port };
}
