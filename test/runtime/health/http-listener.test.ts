import { request } from 'node:https';
import { connect as connectPlainly } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect, getCiphers } from 'node:tls';
import { expect, test } from 'vitest';
import { HttpListener } from '../../../src/runtime/health/http-listener.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { selfSignedCertificate } from '../../../src/runtime/webhook/certificates/self-signed-certificate.js';
import { run } from './running.js';

const bind = '127.0.0.1:0';

test('§1.3.6 serves until it is stopped, and a failing request is a 500 without details', async () => {
  const server = await run(
    new HttpListener({
      name: 'test',
      bind,
      listener(message, response) {
        if (message.url === '/bad') throw new Error('secret');
        response.end('hello');
      },
    }),
  );

  expect(await (await fetch(`${server.url}/`)).text()).toBe('hello');
  const bad = await fetch(`${server.url}/bad`);
  expect([bad.status, await bad.text()]).toEqual([500, 'internal error\n']);
  await server.stop();

  await expect(fetch(server.url)).rejects.toThrow();
});

test('§1.4.8 a stop lets an open request finish', async () => {
  let finish: (() => void) | undefined;
  const listener = new HttpListener({
    name: 'test',
    bind,
    listener: (_message, response) => new Promise((resolve) => (finish = () => resolve(void response.end('done')))),
  });
  const stop = new AbortController();
  const ended = listener.run({ signal: stop.signal, cutoff: new AbortController().signal, log: silentLogger });
  await listener.ready();
  const answer = fetch(`http://127.0.0.1:${listener.port}/`);
  await expect.poll(() => finish).toBeDefined();

  stop.abort();
  finish?.();

  expect(await (await answer).text()).toBe('done');
  await ended;
});

test('§1.4.8 the end of the grace period cuts open requests', async () => {
  let hasCall = false;
  const listener = new HttpListener({ name: 'test', bind, listener: () => new Promise(() => (hasCall = true)) });
  const server = await run(listener);
  const answer = fetch(server.url).catch((error: unknown) => error);
  await expect.poll(() => hasCall).toBe(true);

  await server.stop();

  expect(await answer).toBeInstanceOf(Error);
});

test.each([
  ['plain', undefined],
  ['secure', selfSignedCertificate()],
])(
  '§1.1.18 a port in use fails both run and ready of a %s server, and names it and its address',
  async (_, certificates) => {
    const first = await run(new HttpListener({ name: 'first', bind, listener: () => undefined }));
    const address = first.url.slice('http://'.length);
    const second = new HttpListener({ name: 'second', bind: address, certificates, listener: () => undefined });
    const signal = new AbortController().signal;

    await expect(second.run({ signal, cutoff: signal, log: silentLogger })).rejects.toThrow(
      `the second server cannot listen on ${address}`,
    );
    await expect(second.ready()).rejects.toThrow(/EADDRINUSE/);
    await first.stop();
  },
);

test('§1.7.10 with certificates it speaks TLS 1.2 and above, and HTTP/1.1 only', async () => {
  const server = await run(
    new HttpListener({
      name: 'test',
      bind,
      certificates: selfSignedCertificate(),
      listener: (_message, response) => void response.end('secure'),
    }),
    'https',
  );
  const get = (options: object) =>
    new Promise<string>((resolve, reject) => {
      const call = request(server.url, { rejectUnauthorized: false, ...options }, (response) =>
        response.on('data', (chunk: Buffer) => resolve(String(chunk))),
      );
      call.on('error', reject).end();
    });

  expect(await get({})).toBe('secure');
  await expect(get({ maxVersion: 'TLSv1.1' })).rejects.toThrow();
  await server.stop();
});

test('§1.7.10 TLS 1.2 has suites with forward secrecy and authenticated encryption only', async () => {
  const certificates = selfSignedCertificate();
  const server = await run(
    new HttpListener({ name: 'test', bind, certificates, listener: (_message, response) => void response.end() }),
    'https',
  );
  const { port } = new URL(server.url);
  const isAccepted = (name: string): Promise<boolean> =>
    new Promise((resolve) => {
      // What this OpenSSL would not offer by itself is offered here.
      const ciphers = `${name.toUpperCase()}:@SECLEVEL=0`;
      const socket = connect({ port: Number(port), ciphers, maxVersion: 'TLSv1.2', rejectUnauthorized: false });
      socket.once('error', () => resolve(false));
      socket.once('secureConnect', () => {
        socket.destroy();
        resolve(true);
      });
    });
  const suites = getCiphers().filter((name) => /^(ecdhe|dhe|aes|aria|camellia)/.test(name) && !name.includes('psk'));
  const accepted = await Promise.all(suites.map(async (name) => ((await isAccepted(name)) ? name : undefined)));
  await server.stop();

  // Its certificate has an elliptic key; with RSA there are three more.
  expect(suites).toContain('ecdhe-ecdsa-aes128-sha');
  expect(accepted.filter((name) => name !== undefined).sort()).toEqual([
    'ecdhe-ecdsa-aes128-gcm-sha256',
    'ecdhe-ecdsa-aes256-gcm-sha384',
    'ecdhe-ecdsa-chacha20-poly1305',
  ]);
});

test('§1.7.1 headers of more than 16 KiB are refused, and their connection is closed', async () => {
  const server = await run(
    new HttpListener({ name: 'test', bind, listener: (_message, response) => void response.end() }),
  );
  const socket = connectPlainly(Number(new URL(server.url).port), '127.0.0.1').on('error', () => undefined);
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(17_000)}`);

  expect(await text(socket)).toContain('431');
  await server.stop();
});

test('§1.7.1 silent connections keep nobody out', async () => {
  const server = await run(
    new HttpListener({ name: 'test', bind, listener: (_message, response) => void response.end() }),
  );
  const port = Number(new URL(server.url).port);
  let closed = 0;
  const silent = Array.from({ length: 300 }, () =>
    connectPlainly(port, '127.0.0.1')
      .on('error', () => undefined)
      .once('close', () => (closed += 1))
      .resume(),
  );
  await expect.poll(() => closed).toBe(44);

  expect((await fetch(server.url)).status).toBe(200);
  for (const socket of silent) socket.destroy();
  await server.stop();
});
