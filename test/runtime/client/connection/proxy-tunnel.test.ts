import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createTransport } from '../../../../src/runtime/client/connection/http-transport.js';
import { encrypt, openTunnel } from '../../../../src/runtime/client/connection/proxy-tunnel.js';
import { fakeServer, json, testCa } from '../fake-api.js';

const cleanups: (() => PromiseLike<unknown> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function listen(server: http.Server | net.Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => void sockets.add(socket));
  cleanups.push(() => {
    sockets.forEach((socket) => socket.destroy());
    server.close();
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
}

async function httpProxy(status = 200) {
  const seen: { authority: string; authorization?: string }[] = [];
  const proxy = http.createServer();
  proxy.on('connect', (request, client: Socket) => {
    seen.push({ authority: request.url ?? '', authorization: request.headers['proxy-authorization'] });
    if (status !== 200) return void client.end(`HTTP/1.1 ${status} No\r\n\r\n`);
    const [host, port] = (request.url ?? '').split(':');
    const upstream = net.connect(Number(port), host, () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    client.on('error', () => upstream.destroy());
  });
  return { port: await listen(proxy), seen };
}

/** A SOCKS 5 server that wants a login when one is given. */
async function socksProxy(login?: string) {
  const seen: string[] = [];
  const server = net.createServer(async (client) => {
    client.on('error', () => undefined);
    const reader = client[Symbol.asyncIterator]();
    const next = async (): Promise<Buffer> => (await reader.next()).value as Buffer;
    await next();
    client.write(Buffer.from([5, login ? 2 : 0]));
    if (login) {
      const auth = await next();
      const user = auth.subarray(2, 2 + auth[1]!).toString();
      client.write(Buffer.from([1, user === login ? 0 : 1]));
      if (user !== login) return void client.end();
    }
    const request = await next();
    const host = request.subarray(5, 5 + request[4]!).toString();
    const port = request.readUInt16BE(5 + request[4]!);
    seen.push(`${host}:${port}`);
    const upstream = net.connect(port, host);
    upstream.on('error', () => client.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])));
    upstream.on('connect', async () => {
      client.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
      upstream.on('data', (chunk) => client.write(chunk));
      try {
        for await (const chunk of { [Symbol.asyncIterator]: () => reader }) upstream.write(chunk as Buffer);
      } catch {
        // The test is over.
        upstream.destroy();
      }
    });
    cleanups.push(() => void upstream.destroy());
  });
  return { port: await listen(server), seen };
}

async function tlsServer() {
  const { ca, server: pair } = testCa();
  const server = await fakeServer((_, response) => json(response, 200, { ok: true }), pair);
  cleanups.push(() => server[Symbol.asyncDispose]());
  return { server, ca: ca.cert };
}

async function getThrough(proxyUrl: string, times = 1) {
  const { server, ca } = await tlsServer();
  const transport = createTransport({ server: server.server, ca, proxyUrl });
  cleanups.push(() => transport[Symbol.asyncDispose]());
  const texts: string[] = [];
  for (let index = 0; index < times; index++) {
    const response = await transport.request({ method: 'GET', path: '/' });
    texts.push(await response.text());
  }
  return { texts, authority: `127.0.0.1:${server.port}` };
}

describe('proxies', () => {
  test('§21.1.6 an HTTP proxy: one tunnel for many requests, with its login', async () => {
    const proxy = await httpProxy();

    const { texts, authority } = await getThrough(`http://us%40er:pass@127.0.0.1:${proxy.port}`, 3);

    expect(texts).toEqual(['{"ok":true}', '{"ok":true}', '{"ok":true}']);
    expect(proxy.seen).toEqual([{ authority, authorization: `Basic ${Buffer.from('us@er:pass').toString('base64')}` }]);
  });

  test('a SOCKS 5 proxy', async () => {
    const proxy = await socksProxy();

    const { texts, authority } = await getThrough(`socks5://127.0.0.1:${proxy.port}`, 2);

    expect(texts).toEqual(['{"ok":true}', '{"ok":true}']);
    expect(proxy.seen).toEqual([authority]);
  });

  test('§21.1.6 a SOCKS 5 proxy with a login', async () => {
    const proxy = await socksProxy('ann');

    expect((await getThrough(`socks5://ann:pw@127.0.0.1:${proxy.port}`)).texts).toEqual(['{"ok":true}']);
    await expect(getThrough(`socks5://bob:pw@127.0.0.1:${proxy.port}`)).rejects.toThrow('refuses user name');
  });

  test('a refusal names the proxy, without its password', async () => {
    const proxy = await httpProxy(407);

    const call = getThrough(`http://user:secret@127.0.0.1:${proxy.port}`);

    await expect(call).rejects.toThrow(`proxy http://127.0.0.1:${proxy.port}: it answered 407`);
    await expect(call).rejects.not.toThrow('secret');
  });

  test('a proxy that is not there', async () => {
    await expect(getThrough('http://127.0.0.1:1')).rejects.toThrow('proxy http://127.0.0.1:1: ');
    await expect(getThrough('socks5://127.0.0.1:1')).rejects.toThrow('proxy socks5://127.0.0.1:1: ');
  });

  test('a SOCKS proxy that cannot connect says why', async () => {
    const proxy = await socksProxy();

    const tunnel = openTunnel(`socks5://127.0.0.1:${proxy.port}`, { host: '127.0.0.1', port: 1 });

    await expect(tunnel).rejects.toThrow('connection refused');
  });

  test.each(['socks5', 'http'])(
    'a %s proxy that takes the connection and says nothing is given up',
    async (protocol) => {
      const port = await listen(net.createServer(() => undefined));

      const opening = openTunnel(`${protocol}://127.0.0.1:${port}`, { host: 'api.test', port: 443 }, 200);

      await expect(opening).rejects.toThrow(`proxy ${protocol}://127.0.0.1:${port}: it does not answer`);
    },
  );

  test('a server behind a proxy that never answers the handshake is given up', async () => {
    const port = await listen(net.createServer(() => undefined));
    const socket = net.connect(port, '127.0.0.1');

    await expect(encrypt(socket, { servername: 'api.test' }, 200)).rejects.toThrow('no answer to the TLS handshake');
    expect(socket.destroyed).toBe(true);
  });

  test('an unknown kind of proxy is refused', () => {
    expect(() => openTunnel('gopher://p', { host: 'h', port: 1 })).toThrow('use http://, https:// or socks5://');
  });
});
