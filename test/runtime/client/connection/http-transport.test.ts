import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ClusterConfig } from '../../../../src/runtime/client/config/cluster-config.js';
import { ConnectionError } from '../../../../src/runtime/client/connection/connection-error.js';
import { createTransport, type TransportOptions } from '../../../../src/runtime/client/connection/http-transport.js';
import type { Exchange, Transport } from '../../../../src/runtime/client/connection/transport.js';
import { type Answer, fakeServer, json, testCa } from '../fake-api.js';

const cleanups: (() => PromiseLike<void> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(answer: Answer, config: Partial<ClusterConfig> = {}, options: TransportOptions = {}) {
  const server = await fakeServer(answer);
  const transport = track(createTransport({ server: server.server, ...config }, options));
  cleanups.unshift(() => server[Symbol.asyncDispose]());
  return { server, transport };
}

function track(transport: Transport): Transport {
  cleanups.push(() => transport[Symbol.asyncDispose]());
  return transport;
}

async function get(transport: Transport, requestPath = '/api'): Promise<{ status: number; text: string }> {
  const response = await transport.request({ method: 'GET', path: requestPath });
  return { status: response.status, text: await response.text() };
}

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'kbts-transport-'));
  cleanups.push(() => rm(made, { recursive: true }));
  return made;
}

describe('connections', () => {
  test('are kept and used again', async () => {
    const { server, transport } = await start((_, response) => json(response, 200, {}));

    for (let index = 0; index < 20; index++) await get(transport);

    expect(server.connections()).toBe(1);
  });

  test('a caller that gives up does not wait for credentials that do not come', async () => {
    const credentials = { current: () => new Promise<never>(() => undefined), invalidate: () => undefined };
    const { transport } = await start((_, response) => json(response, 200, {}), { credentials });
    const stop = new AbortController();

    const asking = transport.request({ method: 'GET', path: '/api', signal: stop.signal });
    stop.abort(new Error('enough'));

    await expect(asking).rejects.toThrow('enough');
  });

  test('§3.2.10 a read is sent again when a kept connection was closed by the server meanwhile', async () => {
    let count = 0;
    const { transport } = await start((_, response, socket) => {
      if (++count === 2) return void socket.destroy();
      json(response, 200, { count });
    });
    await get(transport);

    expect((await get(transport)).text).toBe('{"count":3}');
  });

  test('§4.8.2 a write is not sent again when the connection was cut: it may have landed', async () => {
    const { server, transport } = await start((_, __, socket) => void socket.destroy());

    const write = transport.request({ method: 'POST', path: '/api', body: '{}' });

    await expect(write).rejects.toMatchObject({ name: 'ConnectionError', code: 'ECONNRESET' });
    expect(server.seen).toHaveLength(1);
  });

  test('watches have connections of their own', async () => {
    const { server, transport } = await start((request, response) => {
      if (request.url === '/watch') return void response.writeHead(200).write('x\n');
      json(response, 200, {});
    });
    const watch = await transport.request({ method: 'GET', path: '/watch', idleTimeoutMs: 10_000 });

    await get(transport);
    await get(transport);

    expect(server.connections()).toBe(2);
    watch.destroy();
  });

  test('a path in the address of the server goes before every path', async () => {
    const { server } = await start((_, response) => json(response, 200, {}));
    const transport = track(createTransport({ server: `${server.server}/k8s/clusters/c-1/` }));

    await get(transport, '/api/v1/pods?limit=1');

    expect(server.seen[0]?.url).toBe('/k8s/clusters/c-1/api/v1/pods?limit=1');
  });

  test.each(['localhost:8080', 'ftp://x', ''])('"%s" is refused as an address', (server) => {
    expect(() => createTransport({ server })).toThrow('https://host:port');
  });
});

describe('time limits and cancellation', () => {
  test('no answer in time is a ConnectionError that names server and limit', async () => {
    const { transport, server } = await start(() => undefined);

    const call = transport.request({ method: 'GET', path: '/', timeoutMs: 20 });

    await expect(call).rejects.toMatchObject({
      code: 'TIMEOUT',
      message: `${server.server} did not answer within 20 ms`,
    });
  });

  test('silence on a stream ends it', async () => {
    const { transport } = await start((_, response) => void response.writeHead(200).write('one\n'));
    const response = await transport.request({ method: 'GET', path: '/', idleTimeoutMs: 30 });

    const read = (async () => {
      for await (const chunk of response.body) void chunk;
    })();

    await expect(read).rejects.toMatchObject({ code: 'IDLE' });
  });

  test('a body that stalls is an error, not an endless wait', async () => {
    const { transport } = await start(
      (_, response) => void response.writeHead(200).write('half'),
      {},
      { stallTimeout: '30ms' },
    );
    const response = await transport.request({ method: 'GET', path: '/' });

    await expect(response.text()).rejects.toMatchObject({
      code: 'IDLE',
      message: expect.stringContaining('nothing for 30 ms'),
    });
  });

  test('a connection that was a stream is a call again with the limits of calls', async () => {
    const { server, transport } = await start((_, response) => json(response, 200, {}), {}, { stallTimeout: '10s' });

    for (const idleTimeoutMs of [5, undefined, 5]) {
      const response = await transport.request({ method: 'GET', path: '/', idleTimeoutMs });
      await response.text();
    }

    expect(server.seen).toHaveLength(3);
  });

  test('abort before the answer rejects with the reason itself', async () => {
    const { transport } = await start(() => controller.abort(reason));
    const controller = new AbortController();
    const reason = new Error('no longer wanted');

    const call = transport.request({ method: 'GET', path: '/', signal: controller.signal });

    await expect(call).rejects.toBe(reason);
  });

  test('abort while the body is read rejects with the reason itself', async () => {
    const { transport } = await start((_, response) => void response.writeHead(200).write('half'));
    const controller = new AbortController();
    const reason = new Error('no longer wanted');
    const response = await transport.request({ method: 'GET', path: '/', signal: controller.signal });

    const text = response.text();
    controller.abort(reason);

    await expect(text).rejects.toBe(reason);
  });

  test('no listener stays on a signal that outlives its calls', async () => {
    const { transport } = await start((_, response) => json(response, 200, {}));
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');

    for (let index = 0; index < 5; index++) {
      const response = await transport.request({ method: 'GET', path: '/', signal });
      await response.text();
    }
    await vi.waitFor(() => expect(removed.mock.calls.length).toBe(added.mock.calls.length), 30_000);

    expect(added).toHaveBeenCalledTimes(5);
  });

  test('a body that is cut off is an error, not a short text', async () => {
    const { transport } = await start((_, response, socket) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('half', () => socket.destroy());
    });
    const response = await transport.request({ method: 'POST', path: '/', body: '{}' });

    await expect(response.text()).rejects.toBeInstanceOf(ConnectionError);
  });
});

describe('4.8 asked to wait', () => {
  test.each([429, 500, 503])('§3.2.10 §4.8.2 %i with Retry-After is tried again, writes included', async (status) => {
    let count = 0;
    const retries: string[] = [];
    const { server, transport } = await start(
      (_, response) => (++count < 3 ? json(response, status, {}, { 'retry-after': '0' }) : json(response, 201, {})),
      {},
      { observer: { retry: ({ code }) => void retries.push(code) } },
    );

    const response = await transport.request({ method: 'POST', path: '/', body: '{"a":1}' });

    expect(response.status).toBe(201);
    expect(server.seen.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}', '{"a":1}']);
    expect(retries).toEqual([String(status), String(status)]);
  });

  test('§4.8.2 gives up after ten retries and returns the refusal', async () => {
    const { server, transport } = await start((_, response) => json(response, 429, {}, { 'retry-after': '0' }));

    expect((await get(transport)).status).toBe(429);
    expect(server.seen).toHaveLength(11);
  });

  test('without Retry-After, and for other codes, the answer is final', async () => {
    const { server, transport } = await start((request, response) =>
      request.url === '/a' ? json(response, 500, {}) : json(response, 404, {}, { 'retry-after': '0' }),
    );

    expect([(await get(transport, '/a')).status, (await get(transport, '/b')).status]).toEqual([500, 404]);
    expect(server.seen).toHaveLength(2);
  });

  test('§17.5.7 the wait ends with the signal', async () => {
    const controller = new AbortController();
    const { transport } = await start((_, response) => {
      json(response, 429, {}, { 'retry-after': '3600' });
      setImmediate(() => controller.abort(new Error('stop')));
    });

    const call = transport.request({ method: 'GET', path: '/', signal: controller.signal });

    await expect(call).rejects.toThrow('stop');
  });
});

describe('identity', () => {
  test('a token file is read again at once when the server refuses the token', async () => {
    const file = path.join(await folder(), 'token');
    await writeFile(file, 'old\n');
    const { server, transport } = await start(
      (request, response) => json(response, request.headers.authorization === 'Bearer new' ? 200 : 401, {}),
      { tokenFile: file },
    );
    expect((await get(transport)).status).toBe(401);
    await writeFile(file, 'new\n');

    expect((await get(transport)).status).toBe(200);
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old',
      'Bearer old',
      'Bearer old',
      'Bearer new',
    ]);
  });

  test('refused credentials are fetched once more, then 401 is the answer', async () => {
    const tokens = ['first', 'second', 'third'];
    let current = 0;
    const credentials = { current: () => ({ token: tokens[current] }), invalidate: () => void current++ };
    const { server, transport } = await start((_, response) => json(response, 401, {}), { credentials });

    expect((await get(transport)).status).toBe(401);
    expect(server.seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second']);
  });

  test('a fixed token is not sent a second time in vain', async () => {
    const { server, transport } = await start((_, response) => json(response, 401, {}), { token: 'x' });

    await get(transport);

    expect(server.seen).toHaveLength(1);
  });

  test('impersonation sends user, uid, groups and extra', async () => {
    const impersonate = { user: 'ann', uid: '7', groups: ['a', 'b'], extra: { 'Acme.com/Team': ['x'] } };
    const { server, transport } = await start((_, response) => json(response, 200, {}), { impersonate });

    await get(transport);

    expect(server.seen[0]?.headers).toMatchObject({
      'impersonate-user': 'ann',
      'impersonate-uid': '7',
      'impersonate-group': 'a, b',
      'impersonate-extra-acme.com%2fteam': 'x',
    });
  });

  test('§10.5.2 a new CA in the file is trusted when the old one no longer fits', async () => {
    const [old, next] = [testCa(), testCa()];
    const file = path.join(await folder(), 'ca.crt');
    await writeFile(file, old.ca.cert);
    const server = await fakeServer((_, response) => json(response, 200, {}), next.server);
    cleanups.push(() => server[Symbol.asyncDispose]());
    const transport = track(createTransport({ server: server.server, caFile: file }));
    await expect(get(transport)).rejects.toThrow('not signed by the configured CA');

    // As the kubelet does it: a new file, swapped in.
    await writeFile(`${file}.new`, next.ca.cert);
    await rename(`${file}.new`, file);

    expect((await get(transport)).status).toBe(200);
  });

  test('§21.1.4 a new client certificate makes new connections', async () => {
    const { ca, server: pair } = testCa();
    const dir = await folder();
    const write = async (name: string) => {
      const client = ca.issue({ commonName: name, usages: ['client'], validMs: 60_000 });
      await writeFile(path.join(dir, 'crt'), client.cert);
      await writeFile(path.join(dir, 'key'), client.key);
    };
    const subjects: string[] = [];
    const server = await fakeServer(
      (_, response, socket) => {
        const { subject } = (
          socket as unknown as { getPeerCertificate(): { subject: { CN: string } } }
        ).getPeerCertificate();
        subjects.push(subject.CN);
        json(response, subject.CN === 'ann' && subjects.length > 1 ? 401 : 200, {});
      },
      { ...pair, ca: ca.cert, requestCert: true },
    );
    cleanups.push(() => server[Symbol.asyncDispose]());
    await write('ann');
    const transport = track(
      createTransport({
        server: server.server,
        ca: ca.cert,
        certFile: path.join(dir, 'crt'),
        keyFile: path.join(dir, 'key'),
      }),
    );
    await get(transport);
    await write('bob');

    expect((await get(transport)).status).toBe(200);
    expect(subjects).toEqual(['ann', 'ann', 'bob']);
  });
});

describe('TLS failures say what is wrong', () => {
  test.each([
    ['wrong CA', () => ({ ca: testCa().ca.cert }), undefined, 'not signed by the configured CA'],
    ['expired server certificate', undefined, new Date('2020-01-01'), 'certificate has expired'],
    ['other name', (ca: string) => ({ ca, tlsServerName: 'other.test' }), undefined, 'for another name'],
  ])('%s', async (_, configOf, madeAt, message) => {
    const { ca, server: pair } = testCa(madeAt);
    const server = await fakeServer((__, response) => json(response, 200, {}), pair);
    cleanups.push(() => server[Symbol.asyncDispose]());
    const transport = track(createTransport({ server: server.server, ...(configOf?.(ca.cert) ?? { ca: ca.cert }) }));

    await expect(get(transport)).rejects.toThrow(message);
  });

  test('§18.1.3 nobody listens', async () => {
    const { server, transport } = await start(() => undefined);
    await server[Symbol.asyncDispose]();

    await expect(get(transport)).rejects.toThrow(`cannot talk to ${server.server}: nothing listens there`);
  });

  test('verification can be switched off, and the expected name changed', async () => {
    const { ca, server: pair } = testCa();
    const server = await fakeServer((_, response) => json(response, 200, {}), pair);
    cleanups.push(() => server[Symbol.asyncDispose]());
    const careless = track(createTransport({ server: server.server, insecureSkipTlsVerify: true }));
    const named = track(createTransport({ server: server.server, ca: ca.cert, tlsServerName: 'api.test' }));

    expect([(await get(careless)).status, (await get(named)).status]).toEqual([200, 200]);
  });
});

describe('headers and bodies', () => {
  test('asks for gzip and unpacks it', async () => {
    const { server, transport } = await start((_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync('{"packed":true}'));
    });

    expect((await get(transport)).text).toBe('{"packed":true}');
    expect(server.seen[0]?.headers['accept-encoding']).toBe('gzip');
  });

  test('compression can be switched off', async () => {
    const { server, transport } = await start((_, response) => json(response, 200, {}), { disableCompression: true });

    await get(transport);

    expect(server.seen[0]?.headers['accept-encoding']).toBeUndefined();
  });

  test('§1.1.20 sends the user agent, and a length with every body', async () => {
    const { server, transport } = await start((_, response) => json(response, 200, {}), {}, { userAgent: 'op/1.0' });

    const response = await transport.request({ method: 'DELETE', path: '/', body: '{"ä":1}' });
    await response.text();

    expect(server.seen[0]).toMatchObject({
      body: '{"ä":1}',
      headers: { 'user-agent': 'op/1.0', 'content-length': '8' },
    });
  });

  test('reports warnings in any language', async () => {
    const warnings: string[] = [];
    const text = 'größer als nötig — 注意';
    const header = Buffer.from(`299 - "${text}"`, 'utf8').toString('latin1');
    const { transport } = await start(
      (_, response) => json(response, 200, {}, { warning: header }),
      {},
      { observer: { warning: (warning) => void warnings.push(warning.text) } },
    );

    await get(transport);

    expect(warnings).toEqual([text]);
  });

  test('§4.8.3 reports warnings of the server, quotes undone', async () => {
    const warnings: string[] = [];
    const { transport } = await start(
      (_, response) => json(response, 200, {}, { warning: ['299 - "v1 is \\"old\\""', '299 - "two", 299 - "three"'] }),
      {},
      { observer: { warning: ({ text }) => void warnings.push(text) } },
    );

    await get(transport);

    expect(warnings).toEqual(['v1 is "old"', 'two', 'three']);
  });

  test('§4.8.4 reports every exchange with host and code, never with a path', async () => {
    const exchanges: Exchange[] = [];
    const sizes: number[] = [];
    const { server, transport } = await start(
      (_, response) => json(response, 200, { a: 1 }),
      {},
      {
        observer: {
          exchange: (exchange) => void exchanges.push(exchange),
          responseBytes: ({ bytes }) => void sizes.push(bytes),
        },
      },
    );
    const response = await transport.request({ method: 'PUT', path: '/secret-path', body: 'xyz' });
    await response.text();
    await server[Symbol.asyncDispose]();
    await transport.request({ method: 'PUT', path: '/' }).catch(() => undefined);

    const host = `127.0.0.1:${server.port}`;
    expect(exchanges).toMatchObject([
      { method: 'PUT', host, code: '200', requestBytes: 3, isStream: false },
      { method: 'PUT', host, code: '<error>' },
    ]);
    expect(JSON.stringify(exchanges)).not.toContain('secret-path');
    expect(sizes).toEqual([7]);
  });
});
