import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCa } from '../../src/certificate/certificate-authority.js';
import { FaultProxy } from './fault-proxy.js';
import { Overlaps } from './overlap/overlaps.js';

const hourMs = 3_600_000;
const watchPath = '/apis?watch=true';
let upstream: Server;
let proxy: FaultProxy;
let overlaps: Overlaps;
let answer: (incoming: IncomingMessage, response: ServerResponse) => void;

beforeEach(async () => {
  const ca = createCa({ commonName: 'upstream', validMs: hourMs });
  const names = { commonName: 'upstream', ipAddresses: ['127.0.0.1'] };
  upstream = createServer(ca.issue({ ...names, usages: ['server'], validMs: hourMs }), (incoming, response) =>
    answer(incoming, response),
  );
  upstream.listen(0, '127.0.0.1');
  await once(upstream, 'listening');
  overlaps = new Overlaps();
  const server = `https://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  proxy = new FaultProxy({ server, ca: ca.cert }, overlaps);
  await proxy.listen();
  answer = (_, response) => void response.end('fine');
});

afterEach(async () => {
  await proxy[Symbol.asyncDispose]();
  upstream.closeAllConnections();
  upstream.close();
});

test('passes requests and responses on', async () => {
  expect(await get('/')).toBe('fine');
  expect(proxy.passed).toBe(1);
});

test('a watch that two faults stall delivers in order once both have ended', async () => {
  const watch = await openWatch();
  const endFirst = proxy.stallWatches();
  const endSecond = proxy.stallWatches();
  const thaw = proxy.layers.add({ isFrozen: true });
  watch.response.write('b');

  endFirst();
  watch.response.write('c');
  thaw();
  watch.response.end('d');
  expect(watch.received()).toBe('a');

  endSecond();
  expect(await watch.all).toBe('abcd');
  expect(overlaps.report().sharedState).toEqual({ watches: 1 });
});

test('a request that is delayed is not passed on once connections are frozen', async () => {
  let wasFrozen: boolean | undefined;
  answer = (_, response) => {
    wasFrozen = proxy.layers.isFrozen;
    response.end('fine');
  };
  proxy.layers.add({ delayMs: 20 });
  const thaw = proxy.layers.add({ isFrozen: true });
  const answered = get('/');
  await new Promise((resolve) => setTimeout(resolve, 60));
  thaw();

  expect(await answered).toBe('fine');
  expect(wasFrozen).toBe(false);
});

test('the end of a response is not passed on while connections are frozen', async () => {
  const watch = await openWatch();
  const thaw = proxy.layers.add({ isFrozen: true });
  let isThawed = false;
  const ended = watch.all.finally(() => expect(isThawed).toBe(true));
  watch.response.destroy();
  await once(watch.response, 'close');
  isThawed = true;
  thaw();

  await expect(ended).rejects.toThrow('aborted');
});

test('the shorter of two truncations cuts a response', async () => {
  answer = (_, response) => void response.end('0123456789');
  proxy.layers.add({ truncateAfter: 6 });
  proxy.layers.add({ truncateAfter: 3 });
  const incoming = await open('/');
  let received = '';
  incoming.on('data', (chunk: Buffer) => (received += chunk.toString()));

  await expect(once(incoming, 'end')).rejects.toThrow('aborted');
  expect(received).toBe('012');
});

test('a truncated watch ends in the middle of a line', async () => {
  const watch = await openWatch();

  proxy.truncateWatches();

  await expect(watch.all).rejects.toThrow('aborted');
  expect(watch.received()).toMatch(/^a\{"type":"MODIFIED".*[^}]$/);
});

async function open(path: string): Promise<IncomingMessage> {
  const outgoing = request(`${proxy.url}${path}`, { ca: proxy.ca, agent: false });
  outgoing.end();
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  return incoming;
}

async function get(path: string): Promise<string> {
  return text(await open(path));
}

/** A watch of which the client has received `a`. */
async function openWatch() {
  const opened = new Promise<ServerResponse>((resolve) => {
    answer = (_, response) => {
      response.write('a');
      resolve(response);
    };
  });
  const incoming = await open(watchPath);
  let received = '';
  const all = new Promise<string>((resolve, reject) => {
    incoming.on('data', (chunk: Buffer) => (received += chunk.toString()));
    incoming.once('end', () => resolve(received));
    incoming.once('error', reject);
  });
  await expect.poll(() => received).toBe('a');
  return { response: await opened, received: () => received, all };
}
