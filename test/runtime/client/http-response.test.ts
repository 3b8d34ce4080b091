import http, { type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { httpResponse } from '../../../src/runtime/client/http-response.js';
import { type Answer, fakeServer } from './fake-api.js';

async function respond(answer: Answer) {
  const server = await fakeServer(answer);
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    http.get(server.server, { agent: false }, resolve).on('error', reject);
  });
  return { server, message, response: httpResponse(message, { server: server.server }) };
}

describe('bodies', () => {
  test.each([
    ['plain', {}, Buffer.from('half')],
    ['gzip', { 'content-encoding': 'gzip' }, gzipSync('x'.repeat(10_000)).subarray(0, 20)],
  ])('%s: a cut that happens before anybody reads is still seen', async (_, headers, part) => {
    const { server, message, response } = await respond((__, reply, socket) => {
      reply.writeHead(200, { ...headers, 'content-length': '1000' });
      reply.write(part, () => socket.destroy());
    });
    await new Promise((resolve) => message.once('close', resolve));
    await sleep(1);

    await expect(response.text()).rejects.toThrow(`cannot talk to ${server.server}`);
    await server[Symbol.asyncDispose]();
  });

  test('a cut exactly between two gzip members is no complete body', async () => {
    const { server, response } = await respond((_, reply, socket) => {
      reply.writeHead(200, { 'content-encoding': 'gzip' });
      reply.write(gzipSync('{"complete":'), () => socket.destroy());
    });

    await expect(response.text()).rejects.toMatchObject({ code: 'ECONNRESET' });
    await server[Symbol.asyncDispose]();
  });

  test('giving up a body closes its connection', async () => {
    const { server, message, response } = await respond((_, reply) => void reply.writeHead(200).write('x'));

    response.destroy();
    await new Promise((resolve) => message.once('close', resolve));

    expect(message.socket.destroyed).toBe(true);
    await server[Symbol.asyncDispose]();
  });

  test('what is compressed but is none is an error', async () => {
    const { server, response } = await respond((_, reply) => {
      reply.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip');
    });

    await expect(response.text()).rejects.toThrow('incorrect header check');
    await server[Symbol.asyncDispose]();
  });

  test('a character that is split between chunks is whole again', async () => {
    const bytes = Buffer.from('{"a":"€"}');
    const { server, response } = await respond((_, reply) => {
      reply.write(bytes.subarray(0, 7));
      setImmediate(() => reply.end(bytes.subarray(7)));
    });

    expect(await response.text()).toBe('{"a":"€"}');
    await server[Symbol.asyncDispose]();
  });
});
