import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { imageDigest } from '../../src/tools/image-registry.js';

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;

/** A server of this machine; its host and port. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const digestOf = async (host: string, timeoutMs?: number): Promise<string> =>
  imageDigest({ name: `${host}/acme/shop`, reference: 'v1' }, { timeoutMs });

test('asks for lists and single images of both kinds, and believes the header', async () => {
  const asked: (string | undefined)[] = [];
  const host = await serve(({ method, url, headers }, response) => {
    asked.push(`${method} ${url}`, headers.accept);
    response.setHeader('docker-content-digest', digest).end();
  });

  expect(await digestOf(host)).toBe(digest);
  expect(asked[0]).toBe('HEAD /v2/acme/shop/manifests/v1');
  for (const type of ['oci.image.index.v1', 'docker.distribution.manifest.list.v2', 'oci.image.manifest.v1'])
    expect(asked[1]).toContain(`application/vnd.${type}+json`);
});

test('without the header it is the digest of the bytes', async () => {
  const body = '{"schemaVersion":2}';
  const host = await serve(({ method }, response) => void response.end(method === 'GET' ? body : undefined));

  expect(await digestOf(host)).toBe(`sha256:${createHash('sha256').update(body).digest('hex')}`);
});

test.each(['token', 'access_token'])('a challenge is answered with the %s that everybody gets', async (key) => {
  const scopes: (string | null)[] = [];
  const host: string = await serve(({ url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://a');
    if (pathname === '/token') {
      scopes.push(searchParams.get('service'), searchParams.get('scope'));
      response.end(JSON.stringify({ [key]: 'secret' }));
    } else if (headers.authorization === 'Bearer secret') response.setHeader('docker-content-digest', digest).end();
    else {
      const challenge = `Bearer realm="http://${headers.host}/token",service="reg",scope="repository:acme/shop:pull"`;
      response.writeHead(401, { 'www-authenticate': challenge }).end();
    }
  });

  expect(await digestOf(host)).toBe(digest);
  expect(scopes).toEqual(['reg', 'repository:acme/shop:pull']);
});

test.each<[string, RequestListener]>([
  ['no such image', (_, response) => void response.writeHead(404).end()],
  ['to everybody', (_, response) => void response.writeHead(403).end()],
  ['to everybody', (_, response) => void response.writeHead(401).end()],
  ['to everybody', (_, response) => void response.writeHead(401, { 'www-authenticate': 'Basic realm="a"' }).end()],
  [
    'to everybody',
    // A token must not be fetched over a connection that anybody can read.
    (_, response) => void response.writeHead(401, { 'www-authenticate': 'Bearer realm="http://example.com/"' }).end(),
  ],
  ['not https', (_, response) => void response.writeHead(302, { location: 'http://example.com/' }).end()],
  [
    'to everybody',
    ({ url = '', headers }, response) => {
      const more = (): void => void (response.destroyed || response.write('x'.repeat(60_000), more));
      if (url.startsWith('/token')) more();
      else response.writeHead(401, { 'www-authenticate': `Bearer realm="http://${headers.host}/token"` }).end();
    },
  ],
  ['status 500', (_, response) => void response.writeHead(500).end()],
  ['not a digest', (_, response) => void response.setHeader('docker-content-digest', 'nonsense').end()],
  ['more than a manifest', ({ method }, response) => void response.end(method === 'GET' ? 'a'.repeat(5e6) : '')],
  ['does not answer', ({ socket }) => void socket.destroy()],
])('is an error: %s', async (reason, answer) => {
  const host = await serve(answer);

  await expect(digestOf(host)).rejects.toMatchObject({
    code: 'image-unresolved',
    message: expect.stringContaining(reason),
    fix: expect.stringContaining('@sha256:'),
  });
});

test('a registry that never answers is given up', async () => {
  const host = await serve(() => undefined);

  await expect(digestOf(host, 100)).rejects.toMatchObject({ code: 'image-unresolved' });
});
