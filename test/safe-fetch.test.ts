import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { isThisMachine, limitedBody, safeFetch } from '../src/safe-fetch.js';

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each([
  'http://example.com/',
  'http://127.0.0.1.example.com/',
  'http://localhost.example.com/',
  'ftp://127.0.0.1/',
])('%s is refused before anything is sent', async (address) => {
  await expect(safeFetch(address)).rejects.toThrow('is not https');
});

test.each([301, 302, 303, 307, 308])('a redirect (%i) to plain http elsewhere is refused', async (status) => {
  const from = await serve((_, response) => void response.writeHead(status, { location: 'http://example.com/' }).end());

  await expect(safeFetch(from)).rejects.toThrow('is not https');
});

test('redirects on this machine are followed, with the method, and without credentials for other servers', async () => {
  const seen: string[] = [];
  const to = await serve(({ method, headers }, response) => {
    seen.push(`${method} ${headers.authorization} ${headers['accept']}`);
    response.end();
  });
  const from = await serve(({ url, headers }, response) => {
    seen.push(`${url} ${headers.authorization}`);
    response.writeHead(302, { location: url === '/a' ? '/b' : to }).end();
  });

  await safeFetch(`${from}/a`, { method: 'HEAD', headers: { Authorization: 'Bearer x', accept: 'text/plain' } });

  expect(seen).toEqual(['/a Bearer x', '/b Bearer x', 'HEAD undefined text/plain']);
});

test('a circle of redirects ends', async () => {
  let asked = 0;
  const from = await serve((_, response) => {
    asked++;
    response.writeHead(302, { location: '/' }).end();
  });

  await expect(safeFetch(from)).rejects.toThrow('leads on more than 5 times');
  expect(asked).toBe(6);
});

test('an answer beyond the limit is refused before it is complete, also one that is small when packed', async () => {
  const endless = await serve((_, response) => {
    const more = (): void => void (response.destroyed || response.write('x'.repeat(600), more));
    more();
  });
  await expect(limitedBody(await safeFetch(endless), 1000)).rejects.toThrow('larger than 1000 bytes');

  const packed = await serve(
    (_, response) => void response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(10_000_000))),
  );
  await expect(limitedBody(await safeFetch(packed), 1_000_000)).rejects.toThrow('larger than');
  expect((await limitedBody(await safeFetch(packed), 10_000_000)).length).toBe(10_000_000);
});

test('this machine is known with and without a port', () => {
  expect(['localhost', 'localhost:5000', '127.8.0.1', '[::1]:1'].map(isThisMachine)).not.toContain(false);
  expect(['127.0.0.1.nip.io', 'localhost.x', 'xlocalhost', '10.0.0.1', '[::2]'].map(isThisMachine)).not.toContain(true);
});
